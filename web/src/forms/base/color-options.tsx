export const colorOptions = (colors: readonly string[]) =>
  colors.map((color) => ({
    value: color,
    label: color.charAt(0).toUpperCase() + color.slice(1),
    visual: <span className="color-dot" data-color={color} aria-hidden />,
  }));
