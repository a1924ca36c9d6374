import type { categories as calls } from "@coffer/contract/category";
import { UNDO_DAYS } from "@coffer/domain/activity/activity";
import type { Category } from "@coffer/domain/category/category";
import { pluralize } from "@coffer/domain/text/plural";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { InferOutput } from "valibot";
import { refusalOf } from "../api/api-error.ts";
import { categoryUsage, useDeleteCategory } from "../api/categories.ts";
import { useCategories, useOpenLedger } from "../selection/selection.ts";
import { Skeleton } from "../ui/base/Loading.tsx";
import { RadioGroup } from "../ui/fields/RadioGroup.tsx";
import { CategoryField } from "../ui/fields/SelectField.tsx";
import { FormDialog } from "../ui/overlays/FormDialog.tsx";

export function DeleteCategoryDialog({ category, onClose }: { category: Category; onClose: () => void }) {
  const { ledgerId } = useOpenLedger();
  const { data: categories = [] } = useCategories();
  const usage = useQuery(categoryUsage(ledgerId, category.id));
  const remove = useDeleteCategory(ledgerId);
  const [moving, setMoving] = useState(false);
  const [target, setTarget] = useState("");
  const [isTargetMissing, setTargetMissing] = useState(false);
  const others = categories.filter(
    ({ id, type, archived }) => id !== category.id && type === category.type && !archived,
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (moving && target === "") return setTargetMissing(true);
    remove.mutate({ id: category.id, ...(moving && { moveTo: Number(target) }) }, { onSuccess: onClose });
  };
  const extent = moving
    ? `“${category.name}” is deleted; its budget data and transactions go to the other category.`
    : `Deleting “${category.name}” also deletes its associated budget data and transactions.`;
  return (
    <FormDialog
      discardable
      title="Delete category"
      description={`${extent} You can undo this for ${UNDO_DAYS} days.`}
      onClose={onClose}
      onSubmit={submit}
      submit={moving ? "Move and delete" : "Delete"}
      variant="destructive"
      pending={remove.isPending}
      error={refusalOf(remove.error)}
      pendingLabel="Deleting..."
    >
      {usage.isPending ? <Skeleton lines={2} /> : usage.data && <Usage {...usage.data} moving={moving} />}
      {others.length > 0 && (
        <RadioGroup
          label="Its transactions and budget data"
          value={moving ? "move" : "delete"}
          onChoose={(chosen) => setMoving(chosen === "move")}
          options={[
            { value: "delete", label: "Delete everything" },
            { value: "move", label: "Move to another category" },
          ]}
        />
      )}
      {moving && (
        <CategoryField
          label="Move to"
          offered={others}
          value={target}
          error={isTargetMissing && target === "" ? "Category is required" : undefined}
          onChange={(event) => setTarget(event.target.value)}
        />
      )}
    </FormDialog>
  );
}

type UsageProps = InferOutput<typeof calls.usage.reply> & { moving: boolean };

function Usage({ transactions, budgets, subscriptions, goals, soFar, moving }: UsageProps) {
  const linked = [
    ...(subscriptions > 0 && !moving ? [pluralize(subscriptions, "subscription")] : []),
    ...(goals > 0 ? [pluralize(goals, "goal")] : []),
  ].join(" and ");
  return (
    <p className="muted">
      It has {soFar && "at least "}
      {pluralize(transactions, "transaction")} and {pluralize(budgets, "monthly budget")}.
      {linked && ` ${linked} will stay, without a category.`}
    </p>
  );
}
