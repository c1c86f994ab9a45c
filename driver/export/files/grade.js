// An assertion for promptfoo: mantrac grades the calls of an answer by the checks of the
// case, its goal and the world model. A failed call fulfils no check. The answer is a trace in any format that mantrac knows, such as OpenAI's
// messages. MANTRAC names the program, if it is not on the path.
const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

module.exports = (output, { vars }) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mantrac-'));
  const trace = path.join(folder, 'trace.json');
  try {
    fs.writeFileSync(trace, typeof output === 'string' ? output : JSON.stringify(output));
    const suite = path.join(__dirname, '..', vars.suite);
    const graded = grade(['grade', '--model', '--failed-calls', 'either', '--format', 'json', '--case', vars.case, suite, trace]);
    const failed = graded.traces.flatMap((t) => verdicts(t).filter(([, verdict]) => verdict !== 'pass').map(([name, verdict]) => `${name}: ${verdict}`));
    const pass = graded.traces.length > 0 && graded.traces.every((t) => t.verdict === 'pass');
    return { pass, score: pass ? 1 : 0, reason: pass ? 'all checks pass' : failed.join(', ') || 'there is no trace in the answer' };
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
};

// verdicts lists what was judged of a trace: the checks, the goal, and the world model.
function verdicts(trace) {
  return [...trace.checks.map((c) => [c.check, c.verdict]), ['world model', trace.replay.verdict]];
}

// grade runs mantrac. It exits with 1 or 3 where the trace does not pass.
function grade(args) {
  try {
    return JSON.parse(execFileSync(process.env.MANTRAC || 'mantrac', args, { encoding: 'utf8' }));
  } catch (err) {
    if (err.status === 1 || err.status === 3) {
      return JSON.parse(err.stdout);
    }
    throw new Error(err.stderr || err.message);
  }
}
