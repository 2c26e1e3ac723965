// OpenAI's own client for Node as it comes: node speak.mjs <base URL> <request as JSON> > audio
import OpenAI from "openai";

const [baseURL, request] = process.argv.slice(2);
const client = new OpenAI({ baseURL, apiKey: "not-needed" });
const answer = await client.audio.speech.create(JSON.parse(request));
process.stdout.write(Buffer.from(await answer.arrayBuffer()));
