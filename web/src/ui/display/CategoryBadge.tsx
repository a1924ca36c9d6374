import { Glyph } from "../base/Icon.tsx";
import "./CategoryBadge.css";

const paths = {
  home: "M3 9.5l7-6 7 6M5 8v8.5h10V8M8.5 16.5V12h3v4.5",
  directions_car:
    "M3.5 14.5v-4l1.8-4.8a1 1 0 0 1 1-.7h7.4a1 1 0 0 1 1 .7l1.8 4.8v4zM3.5 10.5h13M5.2 14.5v1.7M14.8 14.5v1.7M6.3 12.5h.01M13.7 12.5h.01",
  restaurant: "M6.5 9v8M4 3v3.5a2.5 2.5 0 0 0 5 0V3M6.5 3v6M14.5 17v-5.5H12V8c0-2.5 1-4.5 2.5-5v8.5",
  fitness_center: "M6 5.5v9M3.5 7.5v5M14 5.5v9M16.5 7.5v5M6 10h8",
  shopping_cart:
    "M2.5 3.5H5l1.8 9H15l1.5-6.5H5.5M8 15a1 1 0 1 1 0 2 1 1 0 0 1 0-2M14 15a1 1 0 1 1 0 2 1 1 0 0 1 0-2",
  movie: "M3.5 8.5h13v8h-13zM3.5 8.5L3 6l12.7-2.5.5 2.5zM7.4 7.7L6.3 5.4M11.6 6.9l-1.1-2.3",
  school: "M2.5 8L10 4.5 17.5 8 10 11.5zM5.5 9.5v4c1.5 1.7 7.5 1.7 9 0v-4M17.5 8v4.5",
  medical_services: "M3.5 6.5h13v10h-13zM7.5 6.5v-3h5v3M10 9v5M7.5 11.5h5",
  savings:
    "M3.5 10c0-2.6 2.6-4.5 6-4.5 1 0 1.9.1 2.7.4L14.5 4.5v2.7c.8.6 1.4 1.4 1.7 2.3h1.3V13h-1.6c-.4.8-1 1.4-1.9 1.9v1.6h-2.5v-1h-3v1H6v-2c-1.6-1-2.5-2.6-2.5-4.5M13 9.5h.01M8.3 8.2h2.4",
  payments: "M2.5 5.5h15v9h-15zM10 8a2 2 0 1 1 0 4 2 2 0 0 1 0-4M5.2 10h.01M14.8 10h.01",
  category: "M10 3l3 5.2H7zM4 11.5h5v5H4zM14 11.3a2.7 2.7 0 1 1 0 5.4 2.7 2.7 0 0 1 0-5.4",
  trophy:
    "M6.5 3.5h7v5a3.5 3.5 0 0 1-7 0zM6.5 5h-3c0 2.5 1.2 4 3.2 4M13.5 5h3c0 2.5-1.2 4-3.2 4M10 12v4.5M7 16.5h6",
  flag: "M5 17V3.5M5 4h10l-2.5 3.5L15 11H5",
  target: "M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14m0 3.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7m0 3.5h.01",
  "trending-up": "M3 14l4.5-4.5 3 3L17 6M12.5 6H17v4.5",
};

const isDrawn = (icon: string): icon is keyof typeof paths => Object.hasOwn(paths, icon);

type Props = { icon: string; color: string; size?: "small" | "medium" | "large" };

/** An unknown icon is drawn as "category", an unknown color as gray. */
export function CategoryBadge({ icon, color, size = "medium" }: Props) {
  const d = isDrawn(icon) ? paths[icon] : paths.category;
  return (
    <span className="category-badge" data-color={color} data-size={size}>
      <Glyph d={d} />
    </span>
  );
}

/** A goal's "savings" icon is drawn as a trophy. */
export function GoalBadge({ icon, ...rest }: Props) {
  return <CategoryBadge icon={icon === "savings" ? "trophy" : icon} {...rest} />;
}
