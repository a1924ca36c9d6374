import type { Category, Flow } from "@coffer/domain/category";
import type { Place } from "@coffer/domain/category-order";
import type { Cents } from "@coffer/domain/money";

/** What can be done to the categories of a month, with the permission to change them. */
export type CategoryActions = {
  add: (type: Flow) => void;
  edit: (category: Category) => void;
  remove: (category: Category) => void;
  plan: (category: Category, planned: Cents) => void;
  cover: (category: Category) => void;
  arrange: (places: Place[]) => void;
  regroup: (category: Category) => void;
  renameGroup: (type: Flow, name: string) => void;
  archive: (category: Category, archived: boolean) => void;
};
