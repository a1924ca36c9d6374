import type { Id } from "@coffer/domain/id";
import { sharesField } from "@coffer/domain/share/shares";
import type { Transaction } from "@coffer/domain/transaction/transaction";
import { useState } from "react";
import * as v from "valibot";
import { type Members, useMembers } from "../household/use-members.ts";
import { useOpenLedger, useUser } from "../selection/selection.ts";
import { TextField } from "../ui/base/TextField.tsx";
import { SelectField } from "../ui/fields/SelectField.tsx";

export type WhoPaidDraft = Pick<Transaction, "paidBy" | "shares">;
type Shares = WhoPaidDraft["shares"];

type Props = {
  value: WhoPaidDraft;
  entered?: Pick<Transaction, "createdBy"> | undefined;
  /** The rule of a new entry's category, which applies without `shares`. */
  rule?: Shares;
  onChange: (value: WhoPaidDraft) => void;
};

const NO_MEMBER = 0;

/** The payer and the shares. Renders nothing in a budget of one person. */
export function WhoPaid({ value, entered, rule, onChange }: Props) {
  const { members } = useMembers();
  const { id } = useUser();
  const { ledgerId } = useOpenLedger();
  if (members.length < 2) return null;
  const by = entered ? (entered.createdBy ?? ledgerId ?? id) : id;
  return (
    <div className="fields-2">
      <PayerField
        label="Paid by"
        value={value.paidBy}
        // What a guest enters is shared only after a member was chosen as the payer.
        otherwise={members.some((one) => one.id === by) ? by : NO_MEMBER}
        onChange={(paidBy) => onChange({ ...value, paidBy: paidBy || undefined })}
      />
      <SharesField
        label="For"
        value={value.shares}
        rule={rule}
        onChange={(shares) => onChange({ ...value, shares })}
      />
    </div>
  );
}

type PayerProps = {
  label: string;
  hint?: string;
  value: Id | undefined;
  /** Shown without a value; by default the budget's first owner. */
  otherwise?: Id;
  onChange: (id: Id) => void;
};

export function PayerField({ label, hint, value, otherwise, onChange }: PayerProps) {
  const { members, nameOf } = useMembers();
  const { ledgerId } = useOpenLedger();
  const { id } = useUser();
  if (members.length < 2) return null;
  const chosen = value ?? otherwise ?? ledgerId ?? id;
  // Includes the default, and a payer who has left the budget since.
  const offered = new Set([...members.map((one) => one.id), otherwise ?? chosen, chosen]);
  return (
    <SelectField
      label={label}
      hint={hint}
      options={[...offered].map((one) => ({
        value: one,
        label: one === NO_MEMBER ? "None of the members" : nameOf(one),
      }))}
      value={chosen}
      onChoose={onChange}
    />
  );
}

type SharesProps = {
  label: string;
  hint?: string;
  error?: string | undefined;
  value: Shares;
  rule?: Shares;
  onChange: (shares: Shares) => void;
};

/** Divides equally, for one person alone, by percentage, or by the category's rule if it has one. */
export function SharesField({ value, rule, onChange, ...field }: SharesProps) {
  const { members, nameOf } = useMembers();
  const [isTyped, setTyped] = useState(false);
  if (members.length < 2) return null;
  const only = value?.length === 1 ? value[0]?.userId : undefined;
  const isRule = value === undefined && rule !== undefined;
  const chosen = isTyped ? "percent" : isRule ? "rule" : only ? `${only}` : value ? "percent" : "equal";
  const choose = (next: string) => {
    setTyped(next === "percent");
    if (next === "percent") onChange(evenly(members.map(({ id }) => id)));
    else if (next === "rule") onChange(undefined);
    else onChange(next === "equal" ? null : [{ userId: Number(next), percent: 100 }]);
  };
  const alone = new Set([...members.map(({ id }) => id), ...(only ? [only] : [])]);
  const options = [
    { value: "equal", label: "Everybody equally" },
    ...[...alone].map((id) => ({ value: `${id}`, label: `${nameOf(id)} alone` })),
    { value: "percent", label: "By percentage" },
  ];
  if (rule !== undefined)
    options.unshift({ value: "rule", label: `As the category says: ${sharesText(rule, nameOf)}` });
  return (
    <>
      <SelectField {...field} options={options} value={chosen} onChoose={choose} />
      {chosen === "percent" && <Percentages shares={value ?? []} onChange={onChange} />}
    </>
  );
}

type PercentagesProps = { shares: NonNullable<Shares>; onChange: (shares: Shares) => void };

function Percentages({ shares, onChange }: PercentagesProps) {
  const { members, nameOf } = useMembers();
  const people = [...new Set([...members.map(({ id }) => id), ...shares.map(({ userId }) => userId)])];
  const [typed, setTyped] = useState(
    () => new Map(people.map((id) => [id, String(shares.find(({ userId }) => userId === id)?.percent ?? 0)])),
  );
  const type = (id: Id, text: string) => {
    const next = new Map(typed).set(id, text);
    const [other] = people.filter((one) => one !== id);
    const rest = 100 - numberOf(text);
    // Between two people, the other one gets the rest.
    if (people.length === 2 && other && rest >= 0) next.set(other, String(Math.round(rest * 100) / 100));
    setTyped(next);
    const percentages = [...next].map(([userId, own]) => ({ userId, percent: numberOf(own) }));
    onChange(percentages.filter(({ percent }) => percent !== 0));
  };
  const problem = v.safeParse(sharesField.body, shares).issues?.[0].message;
  return (
    <fieldset className="bare-group fields-2">
      <legend className="visually-hidden">Percentages</legend>
      {people.map((id, index) => (
        <TextField
          key={id}
          label={`${nameOf(id)}, percent`}
          inputMode="decimal"
          autoComplete="off"
          error={index === 0 ? problem : undefined}
          value={typed.get(id) ?? ""}
          onChange={(event) => type(id, event.target.value)}
        />
      ))}
    </fieldset>
  );
}

/** NaN if it is not a number, so that validation explains it. */
const numberOf = (text: string): number => Number(text.replace(",", ".").replace("%", "").trim());

/** Whole percentages that add up to 100; the first ones get the remainder. */
function evenly(ids: readonly Id[]) {
  const each = Math.floor(100 / ids.length);
  return ids.map((userId, index) => ({ userId, percent: each + (index < 100 - each * ids.length ? 1 : 0) }));
}

/** "equally", "Ana alone", "Ana 60%, Ben 40%". */
function sharesText(shares: Shares, nameOf: Members["nameOf"]): string {
  if (!shares) return "equally";
  const [first, ...others] = shares;
  if (first && others.length === 0) return `${nameOf(first.userId)} alone`;
  return shares.map(({ userId, percent }) => `${nameOf(userId)} ${percent}%`).join(", ");
}
