#!/usr/bin/env node
// An agent for `mantrac eval` that calls tools over MCP, with the protocol's TypeScript SDK.
//
//     npm install --prefix examples/agents
//     mantrac eval --agent 'mcp=exec:node examples/agents/mcp.mjs' operations.checks
//
// The language model is reached over OpenAI's chat completions, which most servers speak:
// OPENAI_BASE_URL, OPENAI_API_KEY and OPENAI_MODEL name it.

import { readFile } from "node:fs/promises";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { say } from "./say.mjs";

const MAX_TURNS = 40;

// complete returns the next message of the language model.
async function complete(messages, tools) {
  const base = process.env.OPENAI_BASE_URL ?? "https://api.openai.com/v1";
  const answer = await fetch(base.replace(/\/$/, "") + "/chat/completions", {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${process.env.OPENAI_API_KEY ?? ""}` },
    body: JSON.stringify({ model: process.env.OPENAI_MODEL, messages, tools }),
  });
  if (!answer.ok) throw new Error(`the model answers ${answer.status}: ${await answer.text()}`);
  return (await answer.json()).choices[0].message;
}

// functions returns the tools as chat completions take them. The list is asked for before
// each turn, since a tool may disappear.
async function functions(desk) {
  const { tools } = await desk.listTools();
  return tools.map(({ name, description, inputSchema }) => ({ type: "function", function: { name, description, parameters: inputSchema } }));
}

// call makes a call that the language model asks for, and returns what the tool answers.
async function call(desk, { name, arguments: text }) {
  let args;
  try {
    args = JSON.parse(text || "{}");
  } catch (error) {
    return `Error: the arguments are not JSON: ${error.message}`;
  }
  const { content } = await desk.callTool({ name, arguments: args });
  return content.map((part) => part.text ?? "").join("\n");
}

// play lets the language model work on the case.
async function play(desk) {
  const manual = await readFile(process.env.MANTRAC_MANUAL, "utf8");
  const task = await desk.getPrompt({ name: "task" });
  const messages = [
    { role: "system", content: "You are an agent. Follow this manual exactly.\n\n" + manual },
    { role: "user", content: task.messages[0].content.text },
  ];
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    const message = await complete(messages, await functions(desk));
    messages.push(message);
    const { reply, ended } = message.content ? await say(message.content) : { reply: "", ended: true };
    if (!message.tool_calls?.length && (ended || !reply)) return;
    for (const { id, function: f } of message.tool_calls ?? []) {
      messages.push({ role: "tool", tool_call_id: id, content: await call(desk, f) });
    }
    if (reply) messages.push({ role: "user", content: reply });
  }
}

const desk = new Client({ name: "mantrac-example", version: "1.0.0" });
await desk.connect(new StreamableHTTPClientTransport(new URL(process.env.MANTRAC_MCP_URL)));
try {
  await play(desk);
} finally {
  await desk.close();
}
