import type { Category } from "@coffer/domain/category/category";
import { category as kind } from "@coffer/domain/category/definition";
import { draftOf } from "@coffer/domain/definition/kind";
import { ZERO } from "@coffer/domain/money/money";
import type { Month } from "@coffer/domain/time/month";
import { useQuery } from "@tanstack/react-query";
import { useSaveCategory } from "../../api/categories.ts";
import { toSpend } from "../../api/figures.ts";
import { useMoney } from "../../format/money.ts";
import { useOpenLedger } from "../../selection/selection.ts";
import { Banner } from "../../ui/base/Banner.tsx";
import { Button } from "../../ui/base/Button.tsx";
import { WhyLink } from "../../why/WhyLink.tsx";

/** A category that became a bill by its rows, until somebody has said what it is. */
export function KindNews({ categories, month }: { categories: readonly Category[]; month: Month }) {
  const { ledgerId, can } = useOpenLedger();
  const { money } = useMoney();
  const { data } = useQuery({ ...toSpend(ledgerId, month), meta: {} });
  const save = useSaveCategory(ledgerId, month);
  if (!can("categories")) return null;
  for (const { categoryId, amount, reason } of data?.setApart.categories ?? []) {
    const opened = categories.find(({ id }) => id === categoryId);
    if (reason !== "rhythm" || !opened) continue;
    const choose = (chosen: "everyday" | "bill") =>
      save.mutate({ ...draftOf(kind, opened), kind: chosen, projected: ZERO, planned: false, opened });
    const actions = (
      <span className="row">
        <Button size="small" pending={save.isPending} onClick={() => choose("everyday")}>
          Keep it everyday
        </Button>
        <Button size="small" disabled={save.isPending} onClick={() => choose("bill")}>
          It is a bill
        </Button>
      </span>
    );
    return (
      <Banner action={actions}>
        {`${opened.name} came at about the same amount each month and counts as a bill now: `}
        <WhyLink of={`${opened.name} set apart`} why="to-spend" text={money(amount)} /> of it is set apart.
      </Banner>
    );
  }
  return null;
}
