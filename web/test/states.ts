import type { Page } from "playwright-core";

/** Who looks: nobody signed in, somebody who has just registered, or Ana of the demo household (an administrator). */
export type Viewer = "nobody" | "newcomer" | "ana";

/** A state of a screen and what the specification has it say. */
export type State = {
  screen: string;
  state: string;
  as: Viewer;
  /** Where it is found … */
  at: string;
  /** … and what one does there to see it. */
  reach?: (page: Page) => Promise<unknown>;
  /** Texts, labels and names of buttons, word by word; what is typed or hidden behind a label counts as well. */
  says: readonly string[];
};

const press = (name: string) => (page: Page) =>
  page.getByRole("button", { name, exact: true }).filter({ visible: true }).first().click();

/** From now on that call gets no answer: what the page says while it waits stays to be seen. */
const unanswered = (page: Page, path: string) => page.route(`**${path}`, () => {});

export const STATES: readonly State[] = [
  {
    screen: "Auth",
    state: "login",
    as: "nobody",
    at: "/auth",
    says: [
      "Coffer",
      "Email",
      "Password",
      "Remember me",
      "Forgot password",
      "Sign in",
      "Create a new account",
    ],
  },
  {
    screen: "Auth",
    state: "login, nothing filled in",
    as: "nobody",
    at: "/auth",
    reach: press("Sign in"),
    says: ["Email is required", "Password is required"],
  },
  {
    screen: "Auth",
    state: "signing in",
    as: "nobody",
    at: "/auth",
    async reach(page) {
      await unanswered(page, "/api/login");
      await page.getByLabel("Email").fill("nobody@example.com");
      await page.getByLabel("Password", { exact: true }).fill("correct horse");
      await press("Sign in")(page);
    },
    says: ["Signing in..."],
  },
  {
    screen: "Auth",
    state: "register",
    as: "nobody",
    at: "/auth",
    reach: press("Create a new account"),
    says: [
      "First name",
      "Last name",
      "Email",
      "Phone number",
      "Password",
      "Confirm password",
      "Register",
      "Sign in",
    ],
  },
  {
    screen: "Auth",
    state: "register, nothing filled in",
    as: "nobody",
    at: "/auth",
    async reach(page) {
      await press("Create a new account")(page);
      await press("Register")(page);
    },
    says: [
      "First name is required",
      "Last name is required",
      "Email is required",
      "Phone number is required",
      "Password must be at least 6 characters",
      "Please confirm your password",
    ],
  },
  {
    screen: "Auth",
    state: "creating an account",
    as: "nobody",
    at: "/auth",
    async reach(page) {
      await unanswered(page, "/api/register");
      await press("Create a new account")(page);
      for (const field of ["First name", "Last name", "Email", "Phone number"])
        await page.getByLabel(field).fill("555 010 2030");
      await page.getByLabel("Password", { exact: true }).fill("correct horse");
      await page.getByLabel("Confirm password").fill("correct horse");
      await press("Register")(page);
    },
    says: ["Creating account..."],
  },
  {
    screen: "Auth",
    state: "forgot password",
    as: "nobody",
    at: "/auth",
    reach: (page) => page.getByRole("button", { name: /^Forgot password/ }).click(),
    says: ["Email", "Send Reset Link", "Back to Login"],
  },
  {
    screen: "Auth",
    state: "forgot password, not an address",
    as: "nobody",
    at: "/auth",
    async reach(page) {
      await page.getByRole("button", { name: /^Forgot password/ }).click();
      await page.getByLabel("Email").fill("nobody");
    },
    says: ["Please enter a valid email address"],
  },
  {
    screen: "Auth",
    state: "forgot password, sending",
    as: "nobody",
    at: "/auth",
    async reach(page) {
      await unanswered(page, "/api/forgot-password");
      await page.getByRole("button", { name: /^Forgot password/ }).click();
      await page.getByLabel("Email").fill("nobody@example.com");
      await press("Send Reset Link")(page);
    },
    says: ["Sending...", "Back to Login"],
  },
  {
    screen: "Auth",
    state: "forgot password, sent",
    as: "nobody",
    at: "/auth",
    async reach(page) {
      await page.getByRole("button", { name: /^Forgot password/ }).click();
      await page.getByLabel("Email").fill("nobody@example.com");
      await press("Send Reset Link")(page);
    },
    says: [
      "If your email is registered in our system, you will receive instructions to reset your password shortly.",
      "Back to Login",
    ],
  },
  {
    screen: "Reset password",
    state: "no token",
    as: "nobody",
    at: "/reset-password",
    says: ["Invalid Reset Link", "Back to Login"],
  },
  {
    screen: "Reset password",
    state: "invalid link",
    as: "nobody",
    at: `/reset-password/${"x".repeat(43)}`,
    says: ["This password reset link has expired or is invalid.", "Back to Login"],
  },
  {
    screen: "Reset password",
    state: "validating",
    as: "nobody",
    at: "/reset-password",
    async reach(page) {
      await unanswered(page, "/api/validate-reset-token/*");
      await page.goto(`/reset-password/${"x".repeat(43)}`);
    },
    says: ["Validating your reset link..."],
  },
  {
    screen: "Reset password",
    state: "resetting",
    as: "nobody",
    at: "/reset-password",
    async reach(page) {
      await page.route("**/api/validate-reset-token/*", (route) => route.fulfill({ json: { valid: true } }));
      await unanswered(page, "/api/reset-password");
      await page.goto(`/reset-password/${"x".repeat(43)}`);
      await page.getByLabel("New Password", { exact: true }).fill("correct horse");
      await page.getByLabel("Confirm New Password").fill("correct horse");
      await press("Reset Password")(page);
    },
    says: ["New Password", "Confirm New Password", "Resetting Password..."],
  },
  {
    screen: "Not found",
    state: "any other path",
    as: "nobody",
    at: "/no/such/page",
    says: ["404 Page Not Found", "Did you forget to add the page to the router?"],
  },
  {
    screen: "Dashboard",
    state: "empty",
    as: "newcomer",
    at: "/",
    says: [
      "Monthly Budget",
      "Income",
      "Expenses",
      "Remaining",
      "Budget Progress",
      "No transactions for this month",
    ],
  },
  {
    screen: "Dashboard",
    state: "a month",
    as: "ana",
    at: "/",
    says: [
      "Monthly Budget",
      "Income",
      "Expenses",
      "Remaining",
      "Budget Progress",
      "Recent Transactions",
      "View all",
      "AI Budget Assistant",
      "Dining out",
      "Birthday dinner, Osteria Lina",
    ],
  },
  {
    screen: "Transactions",
    state: "empty",
    as: "newcomer",
    at: "/transactions",
    says: [
      "Transactions",
      "Add Transaction",
      "Search transactions",
      "All Types",
      "All Categories",
      "No transactions found",
    ],
  },
  {
    screen: "Transactions",
    state: "a month",
    as: "ana",
    at: "/transactions",
    says: [
      "Add Transaction",
      "All Types",
      "Income",
      "Expense",
      "All Categories",
      "Previous",
      "Next",
      "Showing 1 to 10 of",
    ],
  },
  {
    screen: "Transactions",
    state: "Add Transaction, nothing filled in",
    as: "ana",
    at: "/transactions",
    async reach(page) {
      await press("Add Transaction")(page);
      const dialog = page.getByRole("dialog", { name: "Add Transaction" });
      await dialog.getByLabel("Date").fill("");
      await dialog.getByRole("button", { name: "Add Transaction" }).click();
    },
    says: [
      "Description is required",
      "Amount is required",
      "Date is required",
      "Category is required",
      "Notes",
      "Cancel",
    ],
  },
  {
    screen: "Transactions",
    state: "Add Transaction without categories",
    as: "newcomer",
    at: "/transactions",
    async reach(page) {
      await press("Add Transaction")(page);
      await page.getByRole("dialog").getByLabel("Amount").fill("-5");
      await page.getByRole("dialog").getByRole("button", { name: "Add Transaction" }).click();
    },
    says: ["No categories available", "Amount must be a positive number"],
  },
  {
    screen: "Budget Planning",
    state: "empty",
    as: "newcomer",
    at: "/budget",
    says: [
      "Reset Actuals",
      "Add Category",
      "Monthly Overview",
      "No income categories found",
      "No expense categories found",
    ],
  },
  {
    screen: "Budget Planning",
    state: "a month",
    as: "ana",
    at: "/budget",
    says: [
      "Monthly Overview",
      "Projected Income",
      "Actual Income",
      "Projected Expenses",
      "Actual Expenses",
      "Income Categories",
      "Expense Categories",
      "Projected",
      "Actual",
      "Difference",
      "Below Target",
      "Over Budget",
      "Under Budget",
    ],
  },
  {
    screen: "Budget Planning",
    state: "Add Category, nothing filled in",
    as: "ana",
    at: "/budget",
    async reach(page) {
      await press("Add Category")(page);
      const dialog = page.getByRole("dialog", { name: "Add Category" });
      await dialog.getByLabel("Projected budget").fill("-1");
      await dialog.getByRole("button", { name: "Add Category" }).click();
    },
    says: [
      "Name is required",
      "Budget amount must be a non-negative number",
      "Home",
      "Car",
      "Food",
      "Fitness",
      "Other",
    ],
  },
  {
    screen: "Financial Goals",
    state: "empty",
    as: "newcomer",
    at: "/goals",
    says: [
      "In Progress",
      "Completed",
      "Cancelled",
      "All",
      "No financial goals found.",
      "Create your first goal",
    ],
  },
  {
    screen: "Financial Goals",
    state: "in progress",
    as: "ana",
    at: "/goals",
    says: ["Emergency fund", "Current", "Target", "Deadline", "Remaining", "View Details", "62%"],
  },
  {
    screen: "Financial Goals",
    state: "details",
    as: "ana",
    at: "/goals",
    reach: (page) =>
      page
        .getByRole("button", { name: /^View Details/ })
        .first()
        .click(),
    says: ["Goal Details", "Milestones", "Reached", "Not Reached", "Add Milestone", "Close"],
  },
  {
    screen: "Financial Goals",
    state: "Create Financial Goal",
    as: "ana",
    at: "/goals",
    reach: press("Create Goal"),
    says: ["Name", "Target amount", "Current amount", "Start date", "Target date"],
  },
  {
    screen: "Financial Goals",
    state: "Create Financial Goal, without dates",
    as: "ana",
    at: "/goals",
    async reach(page) {
      await press("Create Goal")(page);
      for (const label of ["Start date", "Target date"]) {
        await page.getByLabel(label).fill("");
        await page.getByLabel(label).blur();
      }
    },
    says: ["Start date is required", "Target date is required"],
  },
  {
    screen: "Subscription Management",
    state: "empty",
    as: "newcomer",
    at: "/subscriptions",
    says: [
      "Monthly Cost",
      "Annual Cost",
      "Upcoming Payments",
      "No subscriptions found.",
      "Add your first subscription",
    ],
  },
  {
    screen: "Subscription Management",
    state: "some",
    as: "ana",
    at: "/subscriptions",
    says: [
      "Monthly Cost",
      "Annual Cost",
      "Upcoming Payments (Next 7 Days)",
      "All Subscriptions",
      "Film club",
      "Overdue",
      "Inactive",
      "Soon",
      "Upcoming",
      "2 days",
    ],
  },
  {
    screen: "Subscription Management",
    state: "Add Subscription, nothing filled in",
    as: "ana",
    at: "/subscriptions",
    async reach(page) {
      await press("Add Subscription")(page);
      await page.getByRole("dialog").getByRole("button", { name: "Add Subscription" }).click();
    },
    says: ["Name is required", "Category is required", "Frequency", "Start date", "Notify before (days)"],
  },
  {
    screen: "Settings",
    state: "as it opens",
    as: "newcomer",
    at: "/settings",
    says: [
      "Profile Information",
      "Change",
      "Budget Sharing",
      "View only",
      "Can edit",
      "Share",
      "Current shares",
      "No budget shares",
      "Preferences",
      "Daily Email Summary",
      "Global Time Zone",
      "America/New_York",
      "America/Los_Angeles",
      "Pacific/Honolulu",
      "Australia/Sydney",
      "Save Time Zone Settings",
      "AI Budget Recommendations",
      "Currency",
      "USD",
      "JPY",
    ],
  },
  {
    screen: "Settings",
    state: "the daily summary on",
    as: "newcomer",
    at: "/settings",
    reach: (page) => page.getByText("Daily Email Summary", { exact: true }).click(),
    says: ["Save Email Preferences"],
  },
  {
    screen: "Settings",
    state: "loading the shares",
    as: "ana",
    at: "/settings",
    async reach(page) {
      await unanswered(page, "/api/shared-users");
      await page.reload();
    },
    says: ["Current shares", "Loading..."],
  },
  {
    screen: "Settings",
    state: "sharing with somebody, beside one who is gone",
    as: "ana",
    at: "/settings",
    async reach(page) {
      const gone = { id: 1, permissionType: "view_only", note: null, status: "active", sharedWithUser: null };
      await page.route("**/api/shared-users", (route) => route.fulfill({ json: [gone] }));
      await unanswered(page, "/api/share-budget");
      await page.reload();
      await page.getByRole("textbox", { name: "Email" }).fill("ben@example.com");
      await press("Share")(page);
    },
    says: ["Unknown user", "Sharing..."],
  },
  {
    screen: "Settings",
    state: "Edit Profile",
    as: "ana",
    at: "/settings",
    reach: (page) => page.getByRole("button", { name: /^Edit/ }).first().click(),
    says: ["Edit Profile", "First name", "Last name", "Phone number"],
  },
  {
    screen: "Settings",
    state: "Change Password, nothing filled in",
    as: "ana",
    at: "/settings",
    async reach(page) {
      await page
        .getByRole("button", { name: /^Change/ })
        .first()
        .click();
      await page.getByRole("dialog").locator("button[type=submit]").click();
    },
    says: [
      "Current password is required",
      "New password must be at least 6 characters",
      "Confirm password is required",
    ],
  },
  {
    screen: "Settings",
    state: "Remove Share",
    as: "ana",
    at: "/settings",
    reach: (page) =>
      page
        .getByRole("button", { name: /^Remove/ })
        .first()
        .click(),
    says: ["Remove Share", "Are you sure you want to remove this user's access to your budget?", "Cancel"],
  },
  {
    screen: "Admin Dashboard",
    state: "Statistics",
    as: "ana",
    at: "/admin",
    says: [
      "Statistics",
      "Total Users",
      "Active Users",
      "New Users (30d)",
      "Total Budgets",
      "Total Transactions",
      "Avg. Transactions/User",
      "Notifications Enabled",
      "Email Rate",
    ],
  },
  {
    screen: "Admin Dashboard",
    state: "User Management",
    as: "ana",
    at: "/admin?view=users&q=coffer.example",
    says: ["User Management", "ana@coffer.example", "Make Admin", "Disabled", "Admin", "User"],
  },
  {
    screen: "Admin Dashboard",
    state: "Email Templates",
    as: "ana",
    at: "/admin?view=emails",
    says: [
      "All Users",
      "Subject",
      "HTML Content",
      "Send Email",
      "Select a template or write your email to see the preview",
    ],
  },
  {
    screen: "Admin Dashboard",
    state: "Email Templates, sending",
    as: "ana",
    at: "/admin?view=emails",
    async reach(page) {
      await unanswered(page, "/api/admin/email");
      await page.getByRole("combobox", { name: "Template" }).selectOption({ index: 1 });
      await press("Send Email")(page);
    },
    says: ["Sending..."],
  },
];
