import type { Currency } from "@coffer/domain/money/money";
import type { Month } from "@coffer/domain/time/month";
import type { TipsAnswer } from "@coffer/domain/tips/fill-tips";
import { type Tips, tipFacts } from "@coffer/domain/tips/tips";
import { wordFacts } from "@coffer/domain/tips/wording";
import type { OpenLedger } from "../access.ts";
import { hashOf } from "../account/links.ts";
import { createFigures, type FigureStores } from "../budget/figures.ts";
import type { Env } from "../env.ts";
import { ledgerCurrencyOf } from "../share/households.ts";
import type { Stores } from "../stores.ts";

type MonthFacts = Omit<Parameters<typeof tipFacts>[0], "month" | "today">;
type WordedTips = Tips & { source: "model" | "templates" };
type Ask = () => Promise<WordedTips>;

const MODEL_TIMEOUT_MS = 3_000;
const DAILY_CALLS = 20;

/** A model only phrases the facts and writes no numbers (docs/decisions/013-the-model-writes-no-numbers.md). */
export function createTips(
  stores: FigureStores & Pick<Stores, "tips" | "users" | "households">,
  { clock, advisor }: Pick<Env, "clock" | "advisor">,
) {
  const figures = createFigures(stores, { clock });

  async function wantsModel({ ownerId, user }: OpenLedger): Promise<boolean> {
    if (!user.aiRecommendations) return false;
    // The owner of a shared budget must want it too, as the model sees their figures.
    return ownerId === user.id || (await stores.users.get(ownerId))?.aiRecommendations === true;
  }

  /** The tips if they are cached or from templates, else a function that asks a model. */
  async function word(
    ledger: OpenLedger,
    month: Month,
    view: MonthFacts,
    given?: Currency,
  ): Promise<WordedTips | Ask> {
    const { ownerId, user } = ledger;
    const known = tipFacts({ ...view, month, today: ledger.today });
    const currency = given ?? (await ledgerCurrencyOf(stores, user, ownerId));
    const templates: WordedTips = { ...wordFacts(known, currency), source: "templates" };
    if (!advisor || !(await wantsModel(ledger))) return templates;
    // Loaded here, as only a few requests of the API ask a model.
    const [{ nameFacts }, { fillTips }] = await Promise.all([
      import("@coffer/domain/tips/named-facts"),
      import("@coffer/domain/tips/fill-tips"),
    ]);
    const facts = nameFacts(known, currency);
    const hash = hashOf(JSON.stringify(facts));
    const filled = (answer: TipsAnswer | undefined): WordedTips | undefined => {
      const tips = answer && fillTips(answer, facts, templates);
      return tips && { ...tips, source: "model" };
    };
    // A refused answer is cached too: for the same facts the model would break the same rules.
    const cached = await stores.tips.cached(ownerId, month, hash, clock());
    if (cached) return filled(cached) ?? templates;
    return async () => {
      if (!(await stores.tips.countCall(user.id, DAILY_CALLS, clock()))) return templates;
      const answer = await withinTimeout((signal) => advisor.word(facts, signal));
      if (!answer) return templates;
      await stores.tips.cache(ownerId, month, hash, answer, clock());
      const tips = filled(answer);
      if (!tips) advisor.refused?.();
      return tips ?? templates;
    };
  }

  return {
    /** From templates if there is no model, it fails, or the user does not want it. */
    async get(ledger: OpenLedger, month: Month): Promise<WordedTips> {
      const worded = await word(ledger, month, await figures.month(ledger, month));
      return typeof worded === "function" ? worded() : worded;
    },

    /** The tips that need no call of a model, else null. `currency`: the ledger's, if it was read already. */
    async known(...given: Parameters<typeof word>): Promise<WordedTips | null> {
      const worded = await word(...given);
      return typeof worded === "function" ? null : worded;
    },
  };
}

/** Undefined if the work takes longer than the timeout, or throws. */
async function withinTimeout<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
  const abort = new AbortController();
  const tooLate = Promise.withResolvers<undefined>();
  const timer = setTimeout(tooLate.resolve, MODEL_TIMEOUT_MS, undefined);
  try {
    return await Promise.race([work(abort.signal), tooLate.promise]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
    abort.abort();
  }
}
