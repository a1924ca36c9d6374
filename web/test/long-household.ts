import type { APIRequestContext } from "playwright-core";
import { expect } from "vitest";
import { openWindow } from "./browser.ts";
import { ANA, linkMailedTo, newUserDetails, signInThroughApi } from "./fixtures.ts";

/** Long words of other languages; each name keeps its original too, since names of categories are unique. */
const LONG_WORDS = [
  "Rechtsschutzversicherungsgesellschaften",
  "Donaudampfschifffahrtsgesellschaft",
  "Arbeitsunfähigkeitsversicherung und was noch dazukommt:",
];
const NAMES = ["name", "description", "payee", "notes", "group"];
const AMOUNTS = ["amount", "projected", "moved", "targetAmount", "currentAmount", "balance", "contributed"];
const TIMES = 947;

const headers = { "sec-fetch-site": "same-origin" };

/** Somebody with the demo household's budget, but with long names, amounts of millions of euros and every plan carried over. */
export async function registerLongHousehold(): Promise<{ email: string; password: string }> {
  const person = newUserDetails("Maximiliane-Alexandra", "Freifrau von Hohenstein-Grünberg");
  const [from, to] = [await openWindow(), await openWindow()];
  await signInThroughApi(from, ANA);
  const items = await exported(from.request);
  await from.close();
  const post = async (path: string, data: object) => {
    const answer = await to.request.post(path, { data, headers });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
  };
  await post("/api/register", person);
  const link = await linkMailedTo(person.email, /^\/verify-email\//);
  await post("/api/verify-email", { token: link.split("/").at(-1) });
  for (const part of [items.filter(isCategory), items.filter((item) => !isCategory(item))])
    await post("/api/restore", { version: 3, batch: "long-household", items: part.map(lengthened) });
  await to.close();
  return person;
}

type Item = Record<string, unknown>;
const isCategory = ({ kind }: Item) => kind === "category";

async function exported(request: APIRequestContext): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const answer = await request.get("/api/export", { params: cursor ? { cursor } : {} });
    const part: { items: Item[]; cursor: string | null } = await answer.json();
    items.push(...part.items);
    cursor = part.cursor;
  }
  return items;
}

function lengthened(item: Item): Item {
  const entries = Object.entries(item).map(([key, value]): [string, unknown] => {
    if (NAMES.includes(key) && typeof value === "string")
      return [key, `${LONG_WORDS[value.length % LONG_WORDS.length]} ${value}`];
    if (AMOUNTS.includes(key) && typeof value === "number")
      return [key, Math.round(value * TIMES * 100) / 100];
    if (key === "currency") return [key, "EUR"];
    return [
      key,
      Array.isArray(value)
        ? value.map((each) => (each && typeof each === "object" ? lengthened(each) : each))
        : value,
    ];
  });
  return {
    ...Object.fromEntries(entries),
    ...(item.type === "expense" && isCategory(item) && { carry: "all" }),
  };
}
