import { activity } from "@coffer/contract/activity";
import type { sharing } from "@coffer/contract/sharing";
import { ownLedgerCurrency, type User } from "@coffer/domain/account/user";
import { differences } from "@coffer/domain/activity/versions";
import type { Category } from "@coffer/domain/category/category";
import type { Kind } from "@coffer/domain/definition/kind";
import { DEFAULT_CURRENCY } from "@coffer/domain/money/money";
import { FIRST_DAY } from "@coffer/domain/time/day";
import { DEFAULT_TIME_ZONE, today } from "@coffer/domain/time/timezone";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { InferOutput } from "valibot";
import { CURRENT_USER, call, type LedgerId, queryKey, SHARED_WITH_ME } from "../api/call.ts";
import { locale } from "../format/locale.ts";
import { confirm } from "../ui/overlays/confirm.ts";
import "./BothVersions.css";

type SharedLedger = InferOutput<typeof sharing.sharedWithMe.reply>[number];
type Versions = { kind: Kind; ledgerId: LedgerId; mine: object; theirs: object };
type Words = { title: string; intro: string; mine: string; cancel: string; action: string };

const EDIT: Words = {
  title: "Changed meanwhile",
  intro: "changed this meanwhile. Which version do you want to keep?",
  mine: "Yours",
  cancel: "Keep theirs",
  action: "Save mine",
};
export const UNDO: Words = {
  title: "Changed since",
  intro: "This was changed since. Which version do you want to keep?",
  mine: "Put back",
  cancel: "Keep as it is",
  action: "Put mine back",
};

/** True for the person's own version, undefined if the question is closed without an answer. */
type Answer = Promise<boolean | undefined>;

const UNSEEN = {
  deletion: "This was changed since it was added. Undo deletes it as it is now.",
  month: "This month was changed since. Undo puts it back as it was before your change.",
  together: "Some of these were changed since. Undo puts all of them back as they were before your change.",
};

/** Asks about an undo without two versions to compare. */
export const confirmUndo = (of: keyof typeof UNSEEN): Answer =>
  decide(UNSEEN[of], of === "deletion" ? { ...UNDO, cancel: "Keep it", action: "Delete it" } : UNDO);

export async function chooseMine(versions: Versions, words = EDIT): Answer {
  const { kind, mine, theirs } = versions;
  // Both people made the same change.
  if (differences(kind, mine, theirs, READER).length === 0) return true;
  if (words !== EDIT) return decide(<BothVersions {...versions} words={words} />, words);
  const who = (await lastChangedBy(versions)) ?? "Somebody else";
  return decide(<BothVersions {...versions} words={{ ...words, intro: `${who} ${words.intro}` }} />, words);
}

/** The first name of who changed it last; undefined for the daily job, or if the change is not among the newest. */
async function lastChangedBy({ ledgerId, theirs }: Versions): Promise<string | undefined> {
  const id = "id" in theirs ? theirs.id : undefined;
  try {
    const changes = await call(activity.list, { ledgerId, query: { limit: "100" } });
    return changes.find(({ entityId }) => entityId === id)?.by?.firstName;
  } catch {
    return undefined;
  }
}

/** Used only to compare; never displayed. */
const READER = { currency: DEFAULT_CURRENCY, locale, today: FIRST_DAY, nameOf: String };

function decide(body: ReactNode, { title, cancel, action }: Words): Answer {
  const { promise, resolve } = Promise.withResolvers<boolean | undefined>();
  confirm({
    title,
    body,
    cancel,
    action: { label: action, variant: "primary", run: () => resolve(true) },
    onCancel: () => resolve(false),
    onClose: () => resolve(undefined),
  });
  return promise;
}

function BothVersions({ kind, ledgerId, mine, theirs, words }: Versions & { words: Words }) {
  const client = useQueryClient();
  const user = client.getQueryData<User>(CURRENT_USER);
  const timeZone = user?.timeZone ?? DEFAULT_TIME_ZONE;
  const shared = client.getQueryData<SharedLedger[]>(SHARED_WITH_ME)?.find((one) => one.ownerId === ledgerId);
  const currency = shared?.currency ?? (user ? ownLedgerCurrency(user) : DEFAULT_CURRENCY);
  const categories = client.getQueryData<Category[]>(queryKey(ledgerId, "categories")) ?? [];
  const rows = differences(kind, mine, theirs, {
    currency,
    locale,
    today: today(Date.now(), timeZone),
    nameOf: (id) => categories.find((category) => category.id === id)?.name,
  });
  return (
    <>
      <p>{words.intro}</p>
      <table className="both-versions">
        <thead>
          <tr>
            <td />
            <th scope="col">As it is now</th>
            <th scope="col">{words.mine}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ field, mine, theirs }) => (
            <tr key={field}>
              <th scope="row">{field}</th>
              <td>{theirs}</td>
              <td>{mine}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
