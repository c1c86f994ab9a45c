// What a test says: lines, written to result.txt in the folder SCRATCH.
const fs = require("fs");
const path = require("path");

const lines = [];

exports.ok = (what) => lines.push(`ok ${what}`);

/** Waits until a condition holds, and returns what it gave. */
exports.wait = async function (what, condition) {
  for (let i = 0; i < 1200; i++) {
    const found = await condition();
    if (found) { exports.ok(what); return found; }
    await new Promise((r) => setTimeout(r, 100));
  }
  throw new Error(what);
};

/** Runs tests one after the other, and ends with a line PASS or FAIL. */
exports.run = async function (...tests) {
  try {
    for (const test of tests) { await test(); }
    lines.push("PASS");
  } catch (error) {
    lines.push(`FAIL ${error.stack || error}`);
  }
  fs.writeFileSync(path.join(process.env.SCRATCH, "result.txt"), lines.join("\n") + "\n");
};
