import { CATEGORY_COLORS, CATEGORY_ICONS, type CategoryColor } from "@coffer/domain/category";
import { CategoryBadge, ColorDot } from "../ui/display/CategoryBadge.tsx";

/** The colours a category may wear, as tiles. */
export const COLORS = CATEGORY_COLORS.map((color) => ({
  value: color,
  label: color.charAt(0).toUpperCase() + color.slice(1),
  visual: <ColorDot color={color} />,
}));

/** The icons a category may have, as tiles in a colour. */
export function iconsIn(color: CategoryColor) {
  return Object.entries(CATEGORY_ICONS).map(([icon, label]) => ({
    value: icon,
    label,
    visual: <CategoryBadge icon={icon} color={color} />,
  }));
}
