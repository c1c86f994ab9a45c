// Bundles the extension, and takes the grammars, and the schemas of mantra.yaml and
// bindings.yaml for other extensions, from where they are tested.
import { build } from "esbuild";
import { copyFile, mkdir } from "node:fs/promises";

await mkdir("out", { recursive: true });
await build({
  entryPoints: ["src/extension.ts"], outfile: "out/extension.js", bundle: true, platform: "node", target: "node18",
  format: "cjs", external: ["vscode"], minify: true, sourcemap: false, logLevel: "warning",
});
for (const name of ["mantra", "mantra-wm", "mantra-checks"]) {
  await copyFile(`../../grammar/${name}.tmLanguage.json`, `out/${name}.tmLanguage.json`);
}
for (const name of ["mantra", "bindings"]) {
  await copyFile(`../../project/${name}.schema.json`, `out/${name}.schema.json`);
}
