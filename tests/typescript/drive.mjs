// The official TypeScript client, told by one JSON text on stdin what to call and how to answer; tells on stdout what came.
// in:  {client: path of the package, url, revision, calls: [{tool, arguments, answer: {action, content?}}]}
// out: {revision, calls: [{questions: [message], text, isError}]}

import { pathToFileURL } from "node:url";
import { text } from "node:stream/consumers";

const wanted = JSON.parse(await text(process.stdin));
const { Client, StreamableHTTPClientTransport } = await import(pathToFileURL(wanted.client));

// Without a pin the client begins with the handshake of before.
const mode = wanted.revision === "2026-07-28" ? { pin: wanted.revision } : "legacy";
const client = new Client(
  { name: "typescript", version: "1" },
  { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode } },
);
let questions = [];
let answer = null;
client.setRequestHandler("elicitation/create", async (request) => {
  questions.push(request.params.message);
  return answer;
});
await client.connect(new StreamableHTTPClientTransport(new URL(wanted.url)));

const calls = [];
for (const call of wanted.calls) {
  questions = [];
  answer = call.answer;
  const result = await client.callTool({ name: call.tool, arguments: call.arguments });
  const words = result.content.filter((part) => part.type === "text").map((part) => part.text);
  calls.push({ questions, text: words.join("\n"), isError: result.isError === true });
}
console.log(JSON.stringify({ revision: client.getNegotiatedProtocolVersion(), calls }));
await client.close();
