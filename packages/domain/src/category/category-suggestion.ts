import type { Id } from "../id.ts";
import type { ImportRow } from "../import/import-row.ts";
import { createRuleFinder, type Rule } from "../rule/rule.ts";
import { foldedWords, wordsOf } from "../text/folded.ts";
import { flowIn } from "../transaction/flow-in.ts";
import type { Flow } from "./category.ts";

/** `words` is only a guess; `because` is the most distinctive word, as written in the row. */
type Suggestion =
  | { categoryId: Id; from: "file" | "rule" | "description" }
  | { categoryId: Id; from: "words"; because: string };

/** The share of a description's known words that must point to a category to suggest it. */
const AGREEMENT = 0.6;
/** A single matching word suggests a category only if the description has at most this many words. */
const MAX_WORDS_FOR_ONE_MATCH = 2;

/** Tries in turn: the category named in the file, the first matching rule, transactions with the same description, shared words. */
export function categorySuggestions(
  categories: readonly { id: Id; name: string; type: Flow }[],
  rules: readonly Rule[],
  history: readonly { description: string; categoryId: Id }[],
): (row: ImportRow) => Suggestion | undefined {
  const byId = new Map(categories.map((category) => [category.id, category]));
  const findRule = createRuleFinder(rules);
  const byName = Map.groupBy(categories, ({ name }) => foldedWords(name));
  const byDescription = new Map<string, Map<Id, number>>();
  const byWord = new Map<string, Map<Id, number>>();
  for (const { description, categoryId } of history) {
    if (!byId.has(categoryId)) continue;
    const normal = foldedWords(description);
    count(byDescription, normal, categoryId);
    for (const word of wordsOf(description)) count(byWord, word, categoryId);
  }

  return (row) => {
    const canTake = (id: Id) => {
      const category = byId.get(id);
      return category !== undefined && flowIn(row, category) !== undefined;
    };
    const named = row.category ? (byName.get(foldedWords(row.category)) ?? []) : [];
    const own = named.find(({ type }) => type === row.type) ?? named.find(({ id }) => canTake(id));
    if (own) return { categoryId: own.id, from: "file" };

    const rule = findRule.first(row);
    if (rule?.categoryId !== undefined && canTake(rule.categoryId))
      return { categoryId: rule.categoryId, from: "rule" };

    // Incoming money counts as income here: only the file or a rule can call it a refund.
    const fits = (id: Id) => byId.get(id)?.type === row.type;
    const normal = foldedWords(row.description);
    const usual = greatest(byDescription.get(normal) ?? new Map(), fits);
    if (usual) return { categoryId: usual[0], from: "description" };

    const words = [...wordsOf(row.description)];
    const known = words.flatMap((word) => {
      const counts = byWord.get(word);
      return counts ? [{ word, counts }] : [];
    });
    const likely = greatest(votesOf(known.map(({ counts }) => counts)), fits);
    if (!likely || likely[1] < AGREEMENT * known.length) return undefined;
    const [categoryId] = likely;
    const matching = known
      .map(({ word, counts }) => ({ word, share: shareOf(counts, categoryId) }))
      .filter(({ share }) => share > 0)
      .sort((a, b) => b.share - a.share);
    const [most] = matching;
    if (!most || (matching.length === 1 && words.length > MAX_WORDS_FOR_ONE_MATCH)) return undefined;
    return { categoryId, from: "words", because: asWritten(most.word, row.description) };
  };
}

function count(index: Map<string, Map<Id, number>>, key: string, id: Id): void {
  const counts = index.get(key) ?? new Map<Id, number>();
  counts.set(id, (counts.get(id) ?? 0) + 1);
  index.set(key, counts);
}

function shareOf(counts: ReadonlyMap<Id, number>, id: Id): number {
  const total = [...counts.values()].reduce((sum, times) => sum + times, 0);
  return (counts.get(id) ?? 0) / total;
}

const asWritten = (word: string, description: string): string =>
  description.split(/[^\p{L}\p{N}]+/u).find((one) => foldedWords(one) === word) ?? word;

function votesOf(words: readonly ReadonlyMap<Id, number>[]): Map<Id, number> {
  const votes = new Map<Id, number>();
  for (const counts of words) {
    for (const id of counts.keys()) votes.set(id, (votes.get(id) ?? 0) + shareOf(counts, id));
  }
  return votes;
}

/** The category with the most votes; of a tie, the newer one. */
function greatest(votes: ReadonlyMap<Id, number>, fits: (id: Id) => boolean): [Id, number] | undefined {
  let best: [Id, number] | undefined;
  for (const [id, number] of votes) {
    if (fits(id) && (!best || number > best[1] || (number === best[1] && id > best[0]))) best = [id, number];
  }
  return best;
}
