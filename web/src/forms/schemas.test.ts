import { categoryBody } from "@coffer/contract/category";
import { transactionBody } from "@coffer/contract/transaction";
import { encode } from "@coffer/domain/definition/codec";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { categoryForm, transactionForm } from "./schemas.ts";

/** Messages by path. */
function problems(schema: v.GenericSchema, input: unknown): Record<string, string> {
  const issues = v.safeParse(schema, input).issues ?? [];
  return Object.fromEntries(issues.map((issue) => [v.getDotPath(issue) ?? "", issue.message]));
}

describe("a transaction's fields", () => {
  const typed = {
    description: " Lunch ",
    amount: "1,234.50",
    date: "2026-11-05",
    type: "expense",
    categoryId: "7",
    notes: "",
  };
  const messages = {
    description: "Description is required",
    amount: "Amount is required",
    date: "Date is required",
    type: "Type must be income or expense",
    categoryId: "Category is required",
  };

  test("become the body that the server accepts", () => {
    const read = v.parse(transactionForm("USD"), typed);
    const body = encode(transactionBody, read);
    expect(body).toEqual({ ...typed, description: "Lunch", amount: 1234.5, categoryId: 7, notes: null });
    expect(v.parse(transactionBody, body)).toEqual(read);
  });

  test("are required with the same messages by form and server", () => {
    const empty = { description: "", amount: "", date: "", type: "", categoryId: "" };
    expect(problems(transactionForm("USD"), empty)).toEqual(messages);
    expect(problems(transactionBody, {})).toEqual(messages);
  });

  test("refuse an amount of 0 or less", () => {
    const amount = "Amount must be a positive number";
    expect(problems(transactionForm("USD"), { ...typed, amount: "0" })).toEqual({ amount });
    expect(problems(transactionForm("USD"), { ...typed, amount: "abc" })).toEqual({ amount });
  });
});

describe("a category's fields", () => {
  const draft = { name: "Food", icon: "restaurant", color: "red", type: "expense" };

  test("are required", () => {
    expect(problems(categoryBody, {})).toEqual({
      name: "Name is required",
      icon: "Icon is required",
      color: "Color is required",
      type: "Type must be income or expense",
    });
    expect(problems(categoryBody, { ...draft, icon: "toString", color: "black" })).toEqual({
      icon: "Icon is required",
      color: "Color is required",
    });
  });

  test("accept a projected budget of 0 or more", () => {
    const projected = (typed?: string) =>
      v.parse(categoryForm("USD"), { ...draft, projected: typed }).projected;
    expect([projected(), projected(""), projected("0"), projected("1,500")]).toEqual([0, 0, 0, 150_000]);
    for (const typed of ["-1", "abc"]) {
      expect(problems(categoryForm("USD"), { ...draft, projected: typed })).toEqual({
        projected: "Budget amount must be a non-negative number",
      });
    }
  });
});
