import "react";

declare module "react" {
  interface CSSProperties {
    /** The length of a text, from which the styles choose a size that fits. */
    "--chars"?: number | undefined;
    /** The length of the longest amount of a table's column. */
    "--amount-chars"?: number;
  }
}
