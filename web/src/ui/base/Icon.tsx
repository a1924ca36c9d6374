import "./Icon.css";

// Drawn on a 20 px grid with one stroke width.
const paths = {
  dashboard: "M3.5 3.5H9v7H3.5zM12 3.5h4.5v4H12zM12 10.5h4.5v6H12zM3.5 13.5H9v3H3.5z",
  transactions: "M4 3.5h12v13H4zM7.5 3.5v13M10 7.5h3.5M10 10.5h3.5",
  budget: "M9 4a6.5 6.5 0 1 0 7 7H9zM12 3a6 6 0 0 1 5 5h-5z",
  goals: "M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14m0 3.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7m0 3.5h.01",
  subscriptions:
    "M13.5 2.5l3 3-3 3M3.5 9.5v-1a3 3 0 0 1 3-3h10M6.5 17.5l-3-3 3-3M16.5 10.5v1a3 3 0 0 1-3 3h-10",
  ahead: "M3 14.5l4.5-5 3.5 3L17 6M12.5 6H17v4.5M3 17.5h14",
  settings: "M3 6h8m4 0h2M13 4a2 2 0 1 1 0 4 2 2 0 0 1 0-4M3 14h2m4 0h8M7 12a2 2 0 1 1 0 4 2 2 0 0 1 0-4",
  admin: "M10 2.8l6 2v5c0 4-2.8 6.2-6 7.5-3.2-1.3-6-3.5-6-7.5v-5zM7.5 10l2 2 3.3-3.7",
  bell: "M10 3a4.5 4.5 0 0 1 4.5 4.5c0 4 1.5 5.5 1.5 5.5H4s1.5-1.5 1.5-5.5A4.5 4.5 0 0 1 10 3M8.3 15.5a1.8 1.8 0 0 0 3.4 0",
  calendar: "M3.5 5h13v11.5h-13zM3.5 8.5h13M7 3.5V6M13 3.5V6",
  check: "M4.5 10.5L8 14l7.5-8",
  "chevron-left": "M12 4.5L6.5 10l5.5 5.5",
  "chevron-right": "M8 4.5l5.5 5.5L8 15.5",
  "chevron-down": "M4.5 7.5L10 13l5.5-5.5",
  plus: "M10 4v12M4 10h12",
  edit: "M12.5 4.5l3 3L7 16H4v-3zM10.5 6.5l3 3",
  trash: "M4 5.5h12M8 5.5v-2h4v2M5.5 5.5l.7 11h7.6l.7-11M8.5 8.5v5M11.5 8.5v5",
  more: "M10 3.6a.9.9 0 1 1 0 1.8.9.9 0 0 1 0-1.8m0 5.5a.9.9 0 1 1 0 1.8.9.9 0 0 1 0-1.8m0 5.5a.9.9 0 1 1 0 1.8.9.9 0 0 1 0-1.8",
  menu: "M3.5 5.5h13M3.5 10h13M3.5 14.5h13",
  close: "M5 5l10 10M15 5L5 15",
  search: "M9 3.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11M13 13l3.5 3.5",
  mail: "M3 4.5h14v11H3zM3 5.5l7 5.5 7-5.5",
  send: "M17 3L9 11M17 3l-5 14-3-6-6-3z",
  eye: "M2.5 10S5 4.8 10 4.8 17.5 10 17.5 10 15 15.2 10 15.2 2.5 10 2.5 10M10 7.7a2.3 2.3 0 1 1 0 4.6 2.3 2.3 0 0 1 0-4.6",
  "eye-off":
    "M7.5 5.2A7 7 0 0 1 10 4.8c5 0 7.5 5.2 7.5 5.2a12 12 0 0 1-2.2 2.8M12.6 14.7A7 7 0 0 1 10 15.2C5 15.2 2.5 10 2.5 10a12 12 0 0 1 2.6-3.2M3.5 3.5l13 13",
  share:
    "M6.8 9l6.4-2.7M6.8 11l6.4 2.7M5 8a2 2 0 1 1 0 4 2 2 0 0 1 0-4M15 3.5a2 2 0 1 1 0 4 2 2 0 0 1 0-4M15 12.5a2 2 0 1 1 0 4 2 2 0 0 1 0-4",
  user: "M10 3.5a3 3 0 1 1 0 6 3 3 0 0 1 0-6M4 16.5a6 6 0 0 1 12 0",
  users:
    "M7.5 4a2.7 2.7 0 1 1 0 5.4 2.7 2.7 0 0 1 0-5.4M2.5 16a5 5 0 0 1 10 0M13 4.2a2.7 2.7 0 0 1 0 5M14.5 11.5a5 5 0 0 1 3 4.5",
  logout: "M8 3.5H4v13h4M12.5 6.5L16 10l-3.5 3.5M16 10H8",
  alert: "M10 3.5l7.5 13h-15zM10 8.5V12M10 14.2v.1",
  info: "M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14M10 9.5v4M10 6.6v.1",
  refresh: "M16.5 10a6.5 6.5 0 1 1-2-4.7l2 1.7M16.5 3.5V7H13",
  undo: "M7 4L3.5 7.5 7 11M3.5 7.5h8a4.5 4.5 0 0 1 0 9H8",
  activity: "M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14M10 6v4l2.8 1.8",
  backspace: "M7 5h9.5v10H7l-4-5zM9.5 8l4 4M13.5 8l-4 4",
  skip: "M5 4.5l7.5 5.5L5 15.5zM15 4.5v11",
};

export type IconName = keyof typeof paths;

/** Hidden from screen readers: the element around it has a text or a name. */
export function Icon({ name }: { name: IconName }) {
  return <Glyph d={paths[name]} />;
}

export function Glyph({ d }: { d: string }) {
  return (
    <svg className="icon" viewBox="0 0 20 20" aria-hidden>
      <path d={d} />
    </svg>
  );
}
