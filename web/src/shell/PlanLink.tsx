import type { ComponentProps } from "react";
import { RouterButton } from "./links.tsx";

type Props = Pick<ComponentProps<typeof RouterButton>, "variant" | "size" | "fullWidth" | "children">;

/** Opens the sheet that plans the month, over any screen. */
export function PlanLink(props: Props) {
  return (
    <RouterButton
      to="."
      search={(search) => ({ ...search, plan: true as const })}
      resetScroll={false}
      {...props}
    />
  );
}
