import { categoryList } from "../../api/categories.ts";
import type { Selection } from "../../api/query-key.ts";
import { ruleList } from "../../api/rules.ts";
import { codesStatus, deviceList, passkeyList } from "../../api/security.ts";

export const reads = ({ ledgerId }: Pick<Selection, "ledgerId">) => ({
  rules: ruleList(ledgerId),
  categories: categoryList(ledgerId),
  devices: deviceList,
  passkeys: passkeyList,
  codes: codesStatus,
});
