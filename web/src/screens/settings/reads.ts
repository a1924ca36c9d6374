import { categoryList } from "../../api/categories.ts";
import { deviceList } from "../../api/devices.ts";
import { passkeyList } from "../../api/passkeys.ts";
import type { Selection } from "../../api/query-key.ts";
import { ruleList } from "../../api/rules.ts";
import { codesStatus } from "../../api/totp.ts";

export const reads = ({ ledgerId }: Pick<Selection, "ledgerId">) => ({
  rules: ruleList(ledgerId),
  categories: categoryList(ledgerId),
  devices: deviceList,
  passkeys: passkeyList,
  codes: codesStatus,
});
