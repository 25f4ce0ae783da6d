// A bot for Arkside in another language: it loads the heaviest of what fits, and takes the first choice of anything else.
// Run it with: arkside play noah --players "Anna,bot:exec:node tests/lab/bots/heaviest.mjs"
import { createInterface } from "node:readline";

const weights = ["woodpecker", "snail", "parrot", "cat", "kangaroo", "panda", "lion", "mule", "bear", "giraffe", "rhinoceros", "elephant"];

const heaviest = (choices) =>
  choices.reduce((best, one) => (weights.indexOf(one.split("-")[0]) > weights.indexOf(best.split("-")[0]) ? one : best));

for await (const line of createInterface({ input: process.stdin })) {
  const { question } = JSON.parse(line);
  if (question) {
    const choice = question.ask === "load" ? heaviest(question.choices) : question.choices[0];
    console.log(JSON.stringify({ do: "answer", n: question.n, choice }));
  }
}
