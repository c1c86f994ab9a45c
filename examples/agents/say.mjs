// say tells the user something. It returns what the user replies, and whether the user
// has ended the conversation: {reply, ended}.
export async function say(text) {
  const answer = await fetch(process.env.MANTRAC_URL + "/say", {
    method: "POST",
    headers: { "Content-Type": "application/json", "Mantrac-Session": process.env.MANTRAC_SESSION },
    body: JSON.stringify({ text }),
  });
  if (!answer.ok) throw new Error(`the simulator answers ${answer.status}: ${await answer.text()}`);
  return answer.json();
}
