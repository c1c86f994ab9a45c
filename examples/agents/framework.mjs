#!/usr/bin/env node
// An agent for `mantrac eval` that is made with the OpenAI Agents SDK, which calls the
// tools over MCP.
//
//     npm install --prefix examples/agents
//     mantrac eval --agent 'framework=exec:node examples/agents/framework.mjs' operations.checks
//
// OPENAI_BASE_URL, OPENAI_API_KEY and OPENAI_MODEL name the language model, which speaks
// chat completions.

import { readFile } from "node:fs/promises";
import { Agent, MCPServerStreamableHttp, run, setOpenAIAPI, setTracingDisabled } from "@openai/agents";
import { say } from "./say.mjs";

setOpenAIAPI("chat_completions");
setTracingDisabled(true);

const desk = new MCPServerStreamableHttp({ name: "desk", url: process.env.MANTRAC_MCP_URL });
await desk.connect();
try {
  const agent = new Agent({
    name: "desk agent",
    instructions: "You are an agent. Follow this manual exactly.\n\n" + (await readFile(process.env.MANTRAC_MANUAL, "utf8")),
    model: process.env.OPENAI_MODEL,
    mcpServers: [desk],
  });
  let said = [{ role: "user", content: process.env.MANTRAC_PROMPT }];
  for (;;) {
    const result = await run(agent, said, { maxTurns: 40 });
    const { reply, ended } = await say(result.finalOutput ?? "");
    if (ended || !reply) break;
    said = [...result.history, { role: "user", content: reply }];
  }
} finally {
  await desk.close();
}
