import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { useAuth } from "./use-auth.ts";

test("the signed-in user is not read outside the provider", () => {
  const Reader = () => {
    useAuth();
    return null;
  };
  expect(() => renderToString(createElement(Reader))).toThrow("useAuth is called outside AuthProvider");
});
