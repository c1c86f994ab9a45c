// A provider for promptfoo that makes the calls of the reference traces, to try the
// configuration out. Put your agent in its place: its answer has to be its trace.
const fs = require('node:fs');
const path = require('node:path');

const cases = fs.readFileSync(path.join(__dirname, '..', 'cases.jsonl'), 'utf8').trim().split('\n').map((line) => JSON.parse(line));

module.exports = class {
  id() {
    return 'mantrac-reference';
  }

  async callApi(prompt, { vars }) {
    const messages = [{ role: 'user', content: prompt }];
    cases.find((c) => c.id === vars.id).reference.forEach((call, i) => {
      messages.push({ role: 'assistant', content: null, tool_calls: [{ id: `${i}`, type: 'function', function: { name: call.tool, arguments: JSON.stringify(call.args) } }] });
      messages.push({ role: 'tool', tool_call_id: `${i}`, content: 'ok' });
    });
    return { output: JSON.stringify({ messages }) };
  }
};
