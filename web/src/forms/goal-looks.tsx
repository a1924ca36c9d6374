import { GOAL_COLORS, GOAL_ICONS, type GoalColor } from "@coffer/domain/goal";
import { ColorDot, GoalBadge } from "../ui/display/CategoryBadge.tsx";

const ICON_LABELS = { savings: "Trophy", flag: "Flag", target: "Target", "trending-up": "Graph" };

/** The colours a goal may wear, as tiles. */
export const COLORS = GOAL_COLORS.map((color) => ({
  value: color,
  label: color.charAt(0).toUpperCase() + color.slice(1),
  visual: <ColorDot color={color} />,
}));

/** The icons a goal may have, as tiles in a colour. */
export function iconsIn(color: GoalColor) {
  return GOAL_ICONS.map((icon) => ({
    value: icon,
    label: ICON_LABELS[icon],
    visual: <GoalBadge icon={icon} color={color} />,
  }));
}
