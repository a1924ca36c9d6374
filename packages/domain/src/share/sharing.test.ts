import { expect, test } from "vitest";
import { PERMISSIONS, type Permission, permits, type Right } from "./sharing.ts";

const LADDER: Record<Permission, Right[]> = {
  view_only: ["read"],
  edit_transactions: ["read", "transactions"],
  edit_categories: ["read", "transactions", "categories"],
  full_access: ["read", "transactions", "categories", "manage"],
  member: ["read", "transactions", "categories", "manage", "owner"],
};
const RIGHTS: Right[] = ["read", "transactions", "categories", "manage", "owner"];

test.each(PERMISSIONS)("%s includes the rights of lower permissions", (permission) => {
  expect(RIGHTS.filter((right) => permits(permission, right))).toEqual(LADDER[permission]);
});
