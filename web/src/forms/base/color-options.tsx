import { ColorDot } from "../../ui/display/CategoryBadge.tsx";

export const colorOptions = (colors: readonly string[]) =>
  colors.map((color) => ({
    value: color,
    label: color.charAt(0).toUpperCase() + color.slice(1),
    visual: <ColorDot color={color} />,
  }));
