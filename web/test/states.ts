import type { Page } from "playwright-core";
import { NO_SCREEN } from "./fixtures.ts";

/**
 * "ana" belongs to the demo household and is an administrator; other tests read her budget too. "writer" is over the
 * plan. "long names" has the same household with long words and large amounts. "waiting" and "refused" are Ana too:
 * their calls are never answered, or always refused.
 */
export const VIEWERS = ["nobody", "new user", "writer", "ana", "long names", "waiting", "refused"] as const;
export type Viewer = (typeof VIEWERS)[number];

/** The states of a viewer share a few pages, one after the other: what one leaves behind is there for the next. */
export type State = {
  screen: string;
  state: string;
  viewer: Viewer;
  path: string;
  /** The widths that have the state; all if undefined. */
  at?: readonly number[];
  /** The steps to the state from `path`. */
  open?: (page: Page) => Promise<unknown>;
  /** Visible texts, labels and accessible names in addition to the words of specification.ts. */
  texts?: readonly string[];
};

export const nameOf = ({ screen, state }: State) => `${screen}: ${state}`;

const press = (name: string) => (page: Page) =>
  page.getByRole("button", { name, exact: true }).filter({ visible: true }).first().click();

/** Leaves calls of `path` pending as long as the page is open, so that the pending state stays visible. */
const leavePending = (page: Page, path: string) => page.route(`**${path}`, () => {});

/** Answers with these shares. The reply for the month is stripped of the real ones. */
async function giveShares(page: Page, shares: readonly object[]): Promise<void> {
  await page.route("**/api/month?*", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), shares: undefined } });
  });
  await page.route("**/api/shared-users", (route) => route.fulfill({ json: shares }));
}

/** The current month has few transactions in its first days. */
const LAST_MONTH = (() => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1)).toISOString().slice(0, 7);
})();

const NAMED: readonly State[] = [
  {
    screen: "Auth",
    state: "login",
    viewer: "nobody",
    path: "/auth",
  },
  {
    screen: "Auth",
    state: "login, nothing filled in",
    viewer: "nobody",
    path: "/auth",
    open: press("Sign in"),
  },
  {
    screen: "Auth",
    state: "signing in",
    viewer: "nobody",
    path: "/auth",
    async open(page) {
      await leavePending(page, "/api/login");
      await page.getByLabel("Email").fill("nobody@example.com");
      await page.getByLabel("Password", { exact: true }).fill("correct horse");
      await press("Sign in")(page);
    },
  },
  {
    screen: "Auth",
    state: "register",
    viewer: "nobody",
    path: "/auth",
    open: press("Create a new account"),
  },
  {
    screen: "Auth",
    state: "register, nothing filled in",
    viewer: "nobody",
    path: "/auth",
    async open(page) {
      await press("Create a new account")(page);
      await press("Register")(page);
    },
  },
  {
    screen: "Auth",
    state: "creating an account",
    viewer: "nobody",
    path: "/auth",
    async open(page) {
      await leavePending(page, "/api/register");
      await press("Create a new account")(page);
      for (const field of ["First name", "Last name", "Email", "Phone number"])
        await page.getByLabel(field).fill("555 010 2030");
      await page.getByLabel("Password", { exact: true }).fill("correct horse");
      await page.getByLabel("Confirm password").fill("correct horse");
      await press("Register")(page);
    },
  },
  {
    screen: "Auth",
    state: "forgot password",
    viewer: "nobody",
    path: "/auth",
    open: (page) => page.getByRole("button", { name: /^Forgot password/ }).click(),
  },
  {
    screen: "Auth",
    state: "forgot password, not an address",
    viewer: "nobody",
    path: "/auth",
    async open(page) {
      await page.getByRole("button", { name: /^Forgot password/ }).click();
      await page.getByLabel("Email").fill("nobody");
    },
  },
  {
    screen: "Auth",
    state: "forgot password, sent",
    viewer: "nobody",
    path: "/auth",
    async open(page) {
      await page.getByRole("button", { name: /^Forgot password/ }).click();
      await page.getByLabel("Email").fill("nobody@example.com");
      await press("Send Reset Link")(page);
    },
    texts: [
      "If your email is registered in our system, you will receive instructions to reset your password shortly.",
    ],
  },
  {
    screen: "Auth",
    state: "forgot password, sending",
    viewer: "nobody",
    path: "/auth",
    async open(page) {
      await leavePending(page, "/api/forgot-password");
      await page.getByRole("button", { name: /^Forgot password/ }).click();
      await page.getByLabel("Email").fill("nobody@example.com");
      await press("Send Reset Link")(page);
    },
    texts: ["Back to Login"],
  },
  {
    screen: "Reset password",
    state: "no token",
    viewer: "nobody",
    path: "/reset-password",
  },
  {
    screen: "Reset password",
    state: "invalid link",
    viewer: "nobody",
    path: `/reset-password/${"x".repeat(43)}`,
  },
  {
    screen: "Reset password",
    state: "validating",
    viewer: "nobody",
    path: "/reset-password",
    async open(page) {
      await leavePending(page, "/api/validate-reset-token/*");
      await page.goto(`/reset-password/${"x".repeat(43)}`);
    },
  },
  {
    screen: "Reset password",
    state: "resetting",
    viewer: "nobody",
    path: "/reset-password",
    async open(page) {
      await page.route("**/api/validate-reset-token/*", (route) => route.fulfill({ json: { valid: true } }));
      await leavePending(page, "/api/reset-password");
      await page.goto(`/reset-password/${"x".repeat(43)}`);
      await page.getByLabel("New Password", { exact: true }).fill("correct horse");
      await page.getByLabel("Confirm New Password").fill("correct horse");
      await press("Reset Password")(page);
    },
    texts: ["New Password", "Confirm New Password"],
  },
  {
    screen: "Not found",
    state: "any other path",
    viewer: "nobody",
    path: NO_SCREEN,
  },
  {
    screen: "Dashboard",
    state: "empty",
    viewer: "new user",
    path: "/",
    texts: ["Budget Progress"],
  },
  {
    screen: "Dashboard",
    state: "a month",
    viewer: "ana",
    path: "/",
    texts: ["Dining out", "Birthday dinner, Osteria Lina"],
  },
  {
    screen: "Transactions",
    state: "empty",
    viewer: "new user",
    path: "/transactions",
    texts: ["Transactions", "Add Transaction", "Search transactions", "All Types", "All Categories"],
  },
  {
    screen: "Transactions",
    state: "a month",
    viewer: "ana",
    path: `/transactions?month=${LAST_MONTH}`,
  },
  {
    screen: "Transactions",
    state: "Add Transaction, nothing filled in",
    viewer: "ana",
    path: "/transactions",
    async open(page) {
      await press("Add Transaction")(page);
      const dialog = page.getByRole("dialog", { name: "Add Transaction" });
      await dialog.getByLabel("Date").fill("");
      await dialog.getByRole("button", { name: "Add Transaction" }).click();
    },
    texts: ["Cancel"],
  },
  {
    screen: "Transactions",
    state: "Add Transaction without categories",
    viewer: "new user",
    path: "/transactions",
    async open(page) {
      await press("Add Transaction")(page);
      await page.getByRole("dialog").getByLabel("Amount").fill("-5");
      await page.getByRole("dialog").getByRole("button", { name: "Add Transaction" }).click();
    },
  },
  {
    screen: "Budget Planning",
    state: "empty",
    viewer: "new user",
    path: "/budget",
    texts: ["Add Category", "Monthly Overview"],
  },
  {
    screen: "Budget Planning",
    state: "a month",
    viewer: "ana",
    path: "/budget",
    texts: ["Below Target", "Home", "Well-being"],
  },
  {
    screen: "Budget Planning",
    state: "planning the month",
    viewer: "ana",
    path: "/budget?plan=true",
    texts: ["Start from", "Last month", "Daily life", "Planned", "Left to plan", "Open the budget"],
  },
  {
    screen: "Budget Planning",
    state: "Add Category, nothing filled in",
    viewer: "ana",
    path: "/budget",
    async open(page) {
      await press("Add Category")(page);
      const dialog = page.getByRole("dialog", { name: "Add Category" });
      await dialog.getByLabel("Projected budget").fill("-1");
      await dialog.getByRole("button", { name: "Add Category" }).click();
    },
  },
  {
    screen: "Financial Goals",
    state: "empty",
    viewer: "new user",
    path: "/goals",
    texts: ["In Progress", "Completed", "Cancelled", "All"],
  },
  {
    screen: "Financial Goals",
    state: "in progress",
    viewer: "ana",
    path: "/goals",
    texts: ["Emergency fund"],
  },
  {
    screen: "Financial Goals",
    state: "details",
    viewer: "ana",
    path: "/goals",
    open: (page) =>
      page
        .getByRole("button", { name: /^View Details/ })
        .first()
        .click(),
    texts: ["Needed per month", "Contributions"],
  },
  {
    screen: "Financial Goals",
    state: "Create Financial Goal",
    viewer: "ana",
    path: "/goals",
    open: press("Create goal"),
  },
  {
    screen: "Financial Goals",
    state: "Create Financial Goal, without dates",
    viewer: "ana",
    path: "/goals",
    async open(page) {
      await press("Create goal")(page);
      for (const label of ["Start date", "Target date"]) {
        await page.getByLabel(label).fill("");
        await page.getByLabel(label).blur();
      }
    },
  },
  {
    screen: "Subscription Management",
    state: "empty",
    viewer: "writer",
    path: "/subscriptions",
    texts: ["Monthly Cost", "Annual Cost", "Upcoming Payments"],
  },
  {
    screen: "Subscription Management",
    state: "some",
    viewer: "ana",
    path: "/subscriptions",
    texts: ["Recurring income", "Trial ends in 5 days", "was $52.00, +12%", "Film club"],
  },
  {
    screen: "Subscription Management",
    state: "Add Subscription, nothing filled in",
    viewer: "ana",
    path: "/subscriptions",
    async open(page) {
      await press("Add Subscription")(page);
      await page.getByRole("dialog").getByRole("button", { name: "Add Subscription" }).click();
    },
    texts: ["Frequency", "Start date", "Notify before (days)"],
  },
  {
    screen: "Activity",
    state: "filled",
    viewer: "ana",
    path: "/activity",
    texts: ["Activity", "Everybody", "All changes", "You added the subscription Photo storage", "Undo"],
  },
  {
    screen: "Money ahead",
    state: "empty",
    viewer: "new user",
    path: "/ahead",
    texts: ["Money ahead", "No accounts yet.", "Add your first account"],
  },
  {
    screen: "Money ahead",
    state: "balances",
    viewer: "ana",
    path: "/ahead",
    texts: ["Money ahead", "Balances", "Net worth", "Student loan, Ana", "Balance today"],
  },
  {
    screen: "Money ahead",
    state: "an account",
    viewer: "ana",
    path: "/ahead",
    open: (page) => page.getByRole("link", { name: /^Savings, / }).click(),
    texts: ["Close Savings"],
  },
  {
    screen: "Money ahead",
    state: "Add account, nothing filled in",
    viewer: "ana",
    path: "/ahead",
    async open(page) {
      await press("Add account")(page);
      const dialog = page.getByRole("dialog", { name: "Add account" });
      await dialog.getByLabel("Kind").selectOption("Loan");
      await dialog.getByLabel("Balance").fill("soon");
      await dialog.getByRole("button", { name: "Add account" }).click();
    },
    texts: ["Name is required", "Interest (percent a year)", "Paid each month"],
  },
  {
    screen: "Year",
    state: "twelve months",
    viewer: "ana",
    path: "/year",
    texts: ["Year", "Plan against actual", "Where the money went", "Month by month", "Export as CSV"],
  },
  {
    screen: "Review",
    state: "nothing waits",
    viewer: "new user",
    path: "/review",
    texts: ["To review", "Nothing to review", "Import a file"],
  },
  {
    screen: "Review",
    state: "rows wait",
    viewer: "ana",
    path: "/review",
    async open(page) {
      const rows = [
        { date: "2026-11-02", description: `${"A payee without an end ".repeat(4)}GmbH`, amount: 1234567.89 },
        { date: "2026-11-01", description: "Kiosk", amount: 2 },
      ].map((row) => ({ ...row, type: "expense", account: "DE02 1203 0000 0000 2020 51" }));
      const data = { batch: "states-of-review", source: "Bank", rows };
      await page.request.post("/api/review", { data, headers: { "idempotency-key": "states-of-review" } });
      await page.reload();
      await page.getByRole("list", { name: "Rows to review" }).waitFor();
    },
    texts: ["To review", "Choose a category"],
  },
  {
    screen: "Import",
    state: "empty",
    viewer: "ana",
    path: "/import",
    texts: ["Import", "Drop your bank's files here, or choose them"],
  },
  {
    screen: "Import",
    state: "preview",
    viewer: "ana",
    path: "/import",
    open: (page) =>
      page.locator("input[type=file]").setInputFiles({
        name: "statement-with-a-rather-long-name-of-november-2026.csv",
        mimeType: "text/csv",
        buffer: Buffer.from(
          [
            "Date,Description,Amount",
            "2026-11-02,A shop whose name goes on and on until nothing of the line is left for anything else,-1234.56",
            "2026-11-03,Fuel,-9.99",
            "2026-11-04,Somebody paid,400.00",
            "2026-11-31,No such day,-1.00",
          ].join("\n"),
        ),
      }),
    texts: ["Rows", "To review", "Cannot be read", "By month", "How this file is read"],
  },
  {
    screen: "Import",
    state: "a question",
    viewer: "ana",
    path: "/import",
    open: (page) =>
      page.locator("input[type=file]").setInputFiles({
        name: "card.csv",
        mimeType: "text/csv",
        buffer: Buffer.from("Date,Description,Amount\n2026-11-02,Kiosk,12.50\n2026-11-03,Cinema,9.00"),
      }),
    texts: ["Questions", "money you spent?", "Please choose: nothing is imported until you do.", "Line 2:"],
  },
  {
    screen: "Import",
    state: "moving in, compared",
    viewer: "ana",
    path: "/import",
    async open(page) {
      const file = (name: string, lines: readonly string[]) => ({
        name,
        mimeType: "text/csv",
        buffer: Buffer.from(lines.join("\n")),
      });
      await page
        .locator("input[type=file]")
        .setInputFiles([
          file("register.csv", [
            '"Account","Flag","Date","Payee","Category Group/Category","Category Group","Category","Memo","Outflow","Inflow","Cleared"',
            '"Bank","","2026-11-01","Market","Everyday: Groceries and all that belongs to them","Everyday","Groceries and all that belongs to them","Split (1/2) ",$1040.00,$0.00,"Cleared"',
            '"Bank","","2026-11-01","Market","Everyday: Fun","Everyday","Fun","Split (2/2) ",$20.00,$0.00,"Cleared"',
          ]),
          file("plan.csv", [
            '"Month","Category Group/Category","Category Group","Category","Assigned","Activity","Available"',
            '"Nov 2026","Everyday: Groceries and all that belongs to them","Everyday","Groceries and all that belongs to them",$1000.00,-$1040.00,-$40.00',
            '"Nov 2026","Everyday: Fun","Everyday","Fun",-$30.00,-$20.00,$270.00',
          ]),
        ]);
      await press("Compare with YNAB")(page);
    },
    texts: ["Also in these files", "YNAB and Coffer", "one of 2 parts of a purchase", "2 of 2 figures"],
  },
  {
    screen: "Settings",
    state: "Delete account",
    viewer: "ana",
    path: "/settings",
    open: press("Delete account"),
    texts: ["Delete my account", "This will be deleted:", "Export everything", "Password"],
  },
  {
    screen: "Settings",
    state: "as it opens",
    viewer: "new user",
    path: "/settings",
  },
  {
    screen: "Settings",
    state: "the daily summary on",
    viewer: "new user",
    path: "/settings",
    async open(page) {
      const summary = page.getByRole("switch", { name: "Daily Email Summary" });
      await summary.waitFor({ state: "attached" });
      if (!(await summary.isChecked())) await page.getByText("Daily Email Summary", { exact: true }).click();
    },
  },
  {
    screen: "Settings",
    state: "Edit Profile",
    viewer: "ana",
    path: "/settings",
    open: (page) => page.getByRole("button", { name: /^Edit/ }).first().click(),
  },
  {
    screen: "Settings",
    state: "Change Password, nothing filled in",
    viewer: "ana",
    path: "/settings",
    async open(page) {
      await page
        .getByRole("button", { name: /^Change/ })
        .first()
        .click();
      await page.getByRole("dialog").locator("button[type=submit]").click();
    },
  },
  {
    screen: "Settings",
    state: "Remove Share",
    viewer: "ana",
    path: "/settings",
    open: (page) =>
      page
        .getByRole("region", { name: "Budget Sharing" })
        .getByRole("button", { name: "Remove" })
        .first()
        .click(),
    texts: ["Cancel"],
  },
  {
    screen: "Settings",
    state: "loading the shares",
    viewer: "ana",
    path: "/settings",
    async open(page) {
      // The month's reply contains the shares too.
      await leavePending(page, "/api/month?*");
      await leavePending(page, "/api/shared-users");
      await page.reload();
    },
    texts: ["Current shares"],
  },
  {
    screen: "Settings",
    state: "sharing with somebody, beside one who is gone",
    viewer: "ana",
    path: "/settings",
    async open(page) {
      const gone = { id: 1, permissionType: "view_only", note: null, status: "active", sharedWithUser: null };
      await giveShares(page, [gone]);
      await leavePending(page, "/api/share-budget");
      await page.reload();
      await page.getByRole("textbox", { name: "Email" }).fill("ben@example.com");
      await press("Share")(page);
    },
  },
  {
    screen: "Admin Dashboard",
    state: "Statistics",
    viewer: "ana",
    path: "/admin",
  },
  {
    screen: "Admin Dashboard",
    state: "User Management",
    viewer: "ana",
    path: "/admin?view=users&q=rivera",
    texts: ["User Management", "ana@coffer.example"],
  },
  {
    screen: "Admin Dashboard",
    state: "Email Templates",
    viewer: "ana",
    path: "/admin?view=emails",
  },
  {
    screen: "Transactions",
    state: "all months, some selected",
    viewer: "ana",
    path: "/transactions?all=true",
    async open(page) {
      await press("Select")(page);
      await page.getByRole("checkbox").first().check();
    },
    texts: ["1 selected", "Select all on this page", "Move to category", "Showing 1 to 10 of", "All months"],
  },
  {
    screen: "Dashboard",
    state: "starter set, the plan",
    viewer: "new user",
    path: "/",
    async open(page) {
      await press("Choose a starter set")(page);
      await press("Continue")(page);
      await page.getByLabel("What comes in each month?").fill("3200");
      await press("Continue")(page);
    },
    texts: [
      "Your plan",
      "Step 3 of 4",
      "Which days is it for?",
      "Housing",
      "Savings",
      "Left to plan: $0.00",
      "Create my budget",
    ],
  },
  {
    screen: "Quick entry",
    state: "one entered, one unfinished",
    viewer: "writer",
    path: "/goals",
    async open(page) {
      await page.keyboard.press("n");
      await page.getByLabel("Description").fill("Stamps for the parcel");
      await page.getByLabel("Amount").fill("4.35");
      await page.getByRole("combobox", { name: "Category" }).selectOption({ index: 1 });
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "Undo Stamps for the parcel" }).first().waitFor();
      await press("Save")(page);
    },
    texts: [
      "Description is required",
      "Amount is required",
      "Stamps for the parcel",
      "-$4.35",
      "Undo",
      "Done",
    ],
  },
  {
    screen: "Keyboard shortcuts",
    state: "all",
    viewer: "ana",
    path: "/settings",
    open: (page) => page.keyboard.press("?"),
    texts: ["Keyboard shortcuts", "Enter a transaction", "Single keys"],
  },
  {
    screen: "Command palette",
    state: "a month and transactions",
    viewer: "ana",
    path: "/subscriptions",
    async open(page) {
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: /^Screen, month/ }).fill("ma");
    },
    texts: ["May", "Month"],
  },
  {
    screen: "Notifications",
    state: "nothing told",
    viewer: "new user",
    path: "/goals",
    open: press("Notifications"),
    texts: ["Nothing to tell yet", "Choose what you are told"],
  },
  {
    screen: "Notifications",
    state: "something told",
    viewer: "ana",
    path: "/goals",
    open: (page) => page.getByRole("button", { name: /^Notifications/ }).click(),
    texts: ["Ben Rivera has accepted your invitation and can open your budget now."],
  },
  {
    screen: "Admin Dashboard",
    state: "Email Templates, sending",
    viewer: "ana",
    path: "/admin?view=emails",
    async open(page) {
      await leavePending(page, "/api/admin/email");
      await page.getByRole("combobox", { name: "Template" }).selectOption({ index: 1 });
      await press("Send Email")(page);
      await page.getByRole("button", { name: /^Send to \d/ }).click();
    },
    texts: ["Sending..."],
  },
  {
    screen: "Header",
    state: "the account's menu",
    viewer: "ana",
    path: "/budget",
    open: (page) => page.getByRole("button", { name: /, account$/ }).click(),
  },
  {
    screen: "Header",
    state: "the mobile menu",
    viewer: "ana",
    path: "/budget",
    at: [375],
    open: press("Open menu"),
  },
  {
    screen: "Reset password",
    state: "form",
    viewer: "nobody",
    path: "/reset-password",
    async open(page) {
      await page.route("**/api/validate-reset-token/*", (route) => route.fulfill({ json: { valid: true } }));
      await page.goto(`/reset-password/${"x".repeat(43)}`);
    },
  },
  {
    screen: "Reset password",
    state: "done",
    viewer: "nobody",
    path: "/reset-password",
    async open(page) {
      await page.route("**/api/validate-reset-token/*", (route) => route.fulfill({ json: { valid: true } }));
      await page.route("**/api/reset-password", (route) => route.fulfill({ json: { message: "" } }));
      await page.goto(`/reset-password/${"x".repeat(43)}`);
      await page.getByLabel("New Password", { exact: true }).fill("correct horse");
      await page.getByLabel("Confirm New Password").fill("correct horse");
      await page.getByRole("button", { name: "Reset Password" }).click();
    },
  },
  {
    screen: "Transactions",
    state: "Edit Transaction",
    viewer: "writer",
    path: "/transactions",
    open: press("Edit Market"),
  },
  {
    screen: "Financial Goals",
    state: "Edit Financial Goal",
    viewer: "ana",
    path: "/goals",
    open: (page) =>
      page
        .getByRole("button", { name: /^Edit / })
        .first()
        .click(),
  },
  {
    screen: "Subscription Management",
    state: "Edit Subscription",
    viewer: "ana",
    path: "/subscriptions",
    open: press("Edit Film club"),
  },
  {
    screen: "Settings",
    state: "an invitation that waits",
    viewer: "ana",
    path: "/settings",
    async open(page) {
      const sharedWithUser = {
        email: "somebody.with.a.long.name@example.com",
        firstName: null,
        lastName: null,
      };
      const waits = { id: 1, permissionType: "view_only", note: "From the settings page", status: "invited" };
      await giveShares(page, [{ ...waits, sharedWithUser }]);
      await page.reload();
    },
    texts: ["“From the settings page”"],
  },
  {
    screen: "Financial Goals",
    state: "Add Milestone",
    viewer: "ana",
    path: "/goals",
    async open(page) {
      await page
        .getByRole("button", { name: /^View Details/ })
        .first()
        .click();
      await page.getByRole("button", { name: "Add Milestone" }).click();
    },
  },
  {
    screen: "Budget Planning",
    state: "the incomes",
    viewer: "ana",
    path: "/budget",
    at: [1280],
  },
  {
    screen: "Budget Planning",
    state: "the incomes, unfolded",
    viewer: "ana",
    path: "/budget",
    at: [375, 768],
    open: press("Income Categories"),
  },
  {
    screen: "Budget Planning",
    state: "deleting a category",
    viewer: "writer",
    path: "/budget",
    open: press("Delete Food"),
  },
  {
    screen: "Budget Planning",
    state: "Edit Category",
    viewer: "writer",
    path: "/budget",
    open: press("Edit Food"),
  },
  {
    screen: "Budget Planning",
    state: "Reset Actuals",
    viewer: "writer",
    path: "/budget",
    open: press("Reset Actuals"),
  },
];

/** Screens that show stored data, by their address; each is looked at while it loads, refused, and with long names. */
const STORED = [
  { screen: "Dashboard", path: "/" },
  { screen: "Transactions", path: "/transactions" },
  { screen: "Budget Planning", path: "/budget" },
  { screen: "Financial Goals", path: "/goals" },
  { screen: "Subscription Management", path: "/subscriptions" },
  { screen: "Activity", path: "/activity" },
  { screen: "Year", path: "/year" },
  { screen: "Settings", path: "/settings" },
  { screen: "Admin Dashboard", path: "/admin?view=users" },
];

export const STATES: readonly State[] = [
  ...NAMED,
  ...STORED.flatMap(({ screen, path }): State[] => [
    { screen, path, state: "loading", viewer: "waiting" },
    { screen, path, state: "not loaded", viewer: "refused" },
    // The administrator is Ana, who has short names.
    ...(screen === "Admin Dashboard"
      ? []
      : [{ screen, path, state: "long names", viewer: "long names" } as const]),
  ]),
];
