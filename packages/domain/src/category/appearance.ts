import type { Category, CategoryColor, CategoryIcon, Flow } from "./category.ts";
import { CATEGORY_COLORS } from "./choices.ts";

/** Prefixes of words in a category's name; the first match decides the icon. */
const WORDS: readonly (readonly [CategoryIcon, string])[] = [
  ["medical_services", "health doctor dent pharma medic hospital vet therap gesund"],
  ["fitness_center", "fitness gym sport climb yoga swim run bouldern"],
  ["school", "school educat learn book course tuition student universit schul"],
  ["movie", "entertain movie film cinema music game stream concert hobb kino"],
  ["directions_car", "car auto transport fuel gas petrol parking train bus travel"],
  ["restaurant", "food dining restaurant lunch dinner coffee eat takeaway essen"],
  ["shopping_cart", "groc shop cloth super market household gift present kleid"],
  ["home", "home hous rent mortgage furnit garden repair miete wohn"],
  ["savings", "saving emergency retire pension invest fund goal spar"],
  ["payments", "salar wage pay income bonus freelance dividend interest gehalt lohn"],
];

export function likelyIcon(name: string, type: Flow): CategoryIcon {
  const words = name.toLowerCase().split(/[^\p{L}]+/u);
  const found = WORDS.find(([, starts]) =>
    starts.split(" ").some((start) => words.some((word) => word.startsWith(start))),
  );
  return found?.[0] ?? (type === "income" ? "payments" : "category");
}

export function leastUsedColor(categories: readonly Pick<Category, "color">[]): CategoryColor {
  const uses = (color: CategoryColor) => categories.filter((one) => one.color === color).length;
  return CATEGORY_COLORS.reduce((least, color) => (uses(color) < uses(least) ? color : least));
}
