import type { PlaceholderValues } from "@coffer/domain/announcement";

/** The recipient in the preview. The figures add up. */
export const SAMPLE: Omit<PlaceholderValues, "month"> = {
  firstName: "Ana",
  budgeted: "$2,900.00",
  income: "$4,000.00",
  spent: "$2,610.00",
  saved: "$1,390.00",
  percentSpent: "90%",
  percentSaved: "35%",
  category1: "Rent",
  category1Amount: "$1,305.00",
  category1Percent: "50%",
  category2: "Groceries",
  category2Amount: "$522.00",
  category2Percent: "20%",
  category3: "Transport",
  category3Amount: "$261.00",
  category3Percent: "10%",
};
