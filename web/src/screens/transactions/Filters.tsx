import { fullName } from "@coffer/domain/account/user";
import type { Category } from "@coffer/domain/category/category";
import { cents } from "@coffer/domain/money/money";
import { FORMER_MEMBER } from "@coffer/domain/share/sharing";
import { pluralize } from "@coffer/domain/text/plural";
import { DEFAULT_SORT } from "@coffer/domain/transaction/definition";
import type { Totals } from "@coffer/domain/transaction/search";
import { Fragment, useState } from "react";
import { useMoney } from "../../format/money.ts";
import { usePeople } from "../../people/people.tsx";
import { Button } from "../../ui/base/Button.tsx";
import { Icon } from "../../ui/base/Icon.tsx";
import { SearchField } from "../../ui/fields/SearchField.tsx";
import { SelectField } from "../../ui/fields/SelectField.tsx";
import { useIsDesktop } from "../../ui/layout/use-is-desktop.ts";
import { WhyLink } from "../../why/WhyLink.tsx";
import type { Filters as FilterState } from "./use-found.ts";

type Props = FilterState & { categories: Category[] };

const TYPES = [
  { value: "", label: "All Types" },
  { value: "income", label: "Income" },
  { value: "expense", label: "Expense" },
] as const;

const ORDERS = [
  { value: "-date", label: "Newest first" },
  { value: "date", label: "Oldest first" },
  { value: "-amount", label: "Largest first" },
  { value: "amount", label: "Smallest first" },
] as const;

export function Filters({ text, type, category, by, all, sort, narrow, categories }: Props) {
  const { people } = usePeople();
  const nameOf = (id: typeof by) => fullName(people.find((person) => person.id === id) ?? FORMER_MEMBER);
  const isDesktop = useIsDesktop();
  const [isOpen, setOpen] = useState(false);
  const chips = [
    { label: all ? "All months" : "", part: { all: undefined } },
    { label: by === "" ? "" : nameOf(by), part: { by: undefined } },
  ].filter(({ label }) => label);
  const options = categories.map(({ id, name }) => ({ value: id, label: name }));
  const named = options.find(({ value }) => value === category);
  const typed = TYPES.find(({ value }) => value === type && type !== "");
  const narrowed = [named?.label, typed?.label, text && `“${text}”`, ...chips.map(({ label }) => label)];
  return (
    <>
      <p className="print-only">{narrowed.filter(Boolean).join(" · ")}</p>
      <search className="transactions-filters">
        <SearchField
          label="Search transactions"
          placeholder="Search transactions"
          text={text}
          // Replaces the history entry, so that typing adds none for each letter.
          onSearch={(q) => narrow({ q: q || undefined }, true)}
        />
        <div className="transactions-selects">
          <SelectField
            label="Type"
            hideLabel
            value={type}
            options={TYPES}
            onChoose={(chosen) => narrow({ type: chosen || undefined })}
          />
          <SelectField
            label="Category"
            hideLabel
            value={category}
            options={[{ value: "", label: "All Categories" }, ...options]}
            onChoose={(chosen) => narrow({ category: chosen || undefined })}
          />
          {!isDesktop && (
            <Button variant="secondary" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen ? "Less" : "More"}
            </Button>
          )}
          {(isDesktop || isOpen) && <MoreFilters by={by} all={all} sort={sort} narrow={narrow} />}
          {!isDesktop &&
            !isOpen &&
            chips.map(({ label, part }) => (
              <button
                key={label}
                type="button"
                className="filter-chip"
                aria-label={`Remove filter ${label}`}
                onClick={() => narrow(part)}
              >
                {label}
                <Icon name="close" />
              </button>
            ))}
        </div>
      </search>
    </>
  );
}

/** The filters that a narrow screen shows only after More. */
function MoreFilters({ by, all, sort, narrow }: Pick<Props, "by" | "all" | "sort" | "narrow">) {
  const { people } = usePeople();
  const isKnown = people.some(({ id }) => id === by);
  return (
    <>
      <SelectField
        label="Period"
        hideLabel
        value={all ? "all" : "month"}
        options={[
          { value: "month", label: "One month" },
          { value: "all", label: "All months" },
        ]}
        onChoose={(chosen) => narrow({ all: chosen === "all" || undefined })}
      />
      <SelectField
        label="Sort by"
        hideLabel
        value={sort}
        options={ORDERS}
        onChoose={(chosen) => narrow({ sort: chosen === DEFAULT_SORT ? undefined : chosen })}
      />
      {/* Last, because it appears later and must not move the others. */}
      {(people.length > 1 || by !== "") && (
        <SelectField
          label="Person"
          hideLabel
          value={by}
          options={[
            { value: "", label: "Everybody" },
            ...people.map((person) => ({ value: person.id, label: fullName(person) })),
            ...(by === "" || isKnown ? [] : [{ value: by, label: fullName(FORMER_MEMBER) }]),
          ]}
          onChoose={(chosen) => narrow({ by: chosen || undefined })}
        />
      )}
    </>
  );
}

type FoundBarProps = {
  total: Totals;
  isSoFar: boolean;
  onSelect: (() => void) | undefined;
};

/** `back` is the word for a negative sum, when more was refunded than spent. */
const SUMS = [
  { type: "income", why: "found-income", way: "in", back: "out" },
  { type: "expense", why: "found-expense", way: "out", back: "back" },
] as const;

export function FoundBar({ total, isSoFar, onSelect }: FoundBarProps) {
  const { money } = useMoney();
  const isDesktop = useIsDesktop();
  return (
    <div className="transactions-found split">
      <p role="status">
        {total.count}
        <span className={isDesktop ? undefined : "visually-hidden"}>
          {" "}
          {pluralize(total.count, "transaction").replace(/^\S+ /, "")}
        </span>
        {isSoFar && " so far"}
        {SUMS.filter(({ type }) => total[type] !== 0).map(({ type, why, way, back }) => (
          <Fragment key={type}>
            {" · "}
            <WhyLink
              of="Found"
              why={why}
              text={`${money(cents(Math.abs(total[type])))} ${total[type] < 0 ? back : way}`}
            />
          </Fragment>
        ))}
      </p>
      {onSelect && (
        <Button variant="quiet" size="small" icon="check" onClick={onSelect}>
          Select
        </Button>
      )}
    </div>
  );
}
