import "react";

declare module "react" {
  interface CSSProperties {
    /** The length of the text that has to fit, by which the styles choose its size. */
    "--chars"?: number | undefined;
    /** The length of the longest amount of a table's column. */
    "--amount-chars"?: number;
  }
}
