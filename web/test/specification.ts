/**
 * Each heading, label, button, tab, column, option and quoted text that the specification names, in the order of its
 * sections, with the place that shows it. `except` is the row of docs/decisions/002 that explains a difference.
 */
export type Entry = {
  kind: Kind;
  /** Visible at the widths of `at`; in a menu of this name at the others. */
  words: string;
  in: string;
  at?: readonly number[];
  menu?: string;
  except?: string;
};

export type Kind =
  | "heading"
  | "text"
  | "field"
  | "button"
  | "icon"
  | "link"
  | "tab"
  | "column"
  | "option"
  | "switch"
  | "radio"
  /** A radio button without a visible word: its name is for people who do not see its color. */
  | "swatch"
  | "menuitem"
  | "placeholder"
  | "title";

type More = Pick<Entry, "at" | "menu" | "except">;

const WIDE = [768, 1280] as const;
const PHONE_CARDS = "a table of the specification";

const all =
  (kind: Kind) =>
  (scene: string, words: readonly string[], more: More = {}): Entry[] =>
    words.map((each) => ({ kind, words: each, in: scene, ...more }));
const [heading, text, field, button] = [all("heading"), all("text"), all("field"), all("button")];
const [icon, link, tab, column] = [all("icon"), all("link"), all("tab"), all("column")];
const [option, toggle, radio, menuitem] = [all("option"), all("switch"), all("radio"), all("menuitem")];
const swatch = all("swatch");

const COLUMNS = { at: WIDE, except: PHONE_CARDS };

export const SPECIFICATION: Readonly<Record<string, readonly Entry[]>> = {
  "2 Routes": [
    ...heading("Not found: any other path", ["404 Page Not Found"]),
    ...text("Not found: any other path", ["Did you forget to add the page to the router?"]),
  ],
  "2 Navigation": [
    ...link("Dashboard: a month", ["Dashboard", "Transactions", "Budget", "Settings"]),
    ...link("Dashboard: a month", ["Goals", "Subs"], { at: [375], except: "one rail with both" }),
    ...link("Header: the mobile menu", ["Dashboard", "Transactions", "Budget", "Settings"]),
    ...button("Header: the mobile menu", ["Log out"]),
    ...text("Dashboard: a month", ["AR"]),
    ...text("Dashboard: a month", ["Ana"], { at: WIDE, except: "the header shows the first name" }),
    ...text("Header: the account's menu", ["Ana Rivera", "ana@coffer.example"]),
    ...menuitem("Header: the account's menu", ["Profile & Settings", "Admin Dashboard", "Log out"]),
    ...icon("Dashboard: a month", ["Previous month", "Next month"]),
    ...icon("Transactions: a month", ["Previous month", "Next month"]),
    ...icon("Budget Planning: a month", ["Previous month", "Next month"]),
  ],
  "2 Auth screen": [
    ...text("Auth: login", ["Coffer"]),
    ...field("Auth: login", ["Email", "Password", "Remember me"]),
    ...button("Auth: login", ["Forgot password", "Sign in", "Create a new account"]),
    ...button("Auth: signing in", ["Signing in..."]),
    ...field("Auth: register", ["First name", "Last name", "Email", "Phone number"]),
    ...field("Auth: register", ["Password", "Confirm password"]),
    ...button("Auth: register", ["Register", "Sign in"]),
    ...button("Auth: creating an account", ["Creating account..."]),
    ...field("Auth: forgot password", ["Email"]),
    ...button("Auth: forgot password", ["Send Reset Link", "Back to Login"]),
    ...button("Auth: forgot password, sending", ["Sending..."]),
    ...button("Auth: forgot password, sent", ["Back to Login"]),
  ],
  "2 Dashboard": [
    ...text("Dashboard: a month", ["Monthly Budget", "Income", "Expenses", "Remaining"]),
    ...text("Dashboard: empty", ["Monthly Budget", "Income", "Expenses", "Remaining"]),
    ...heading("Dashboard: a month", ["Budget Progress", "Recent Transactions", "AI Budget Assistant"]),
    ...heading("Dashboard: a month", ["Tips", "Forecasts"]),
    ...link("Dashboard: a month", ["View all"]),
    ...text("Dashboard: a month", ["Likely to end at"]),
    ...text("Dashboard: empty", ["No transactions for this month"]),
  ],
  "2 Transactions": [
    ...heading("Transactions: a month", ["Transactions"]),
    ...button("Transactions: a month", ["Add Transaction"]),
    { kind: "placeholder", words: "Search transactions", in: "Transactions: a month" },
    ...option("Transactions: a month", ["All Types", "Income", "Expense", "All Categories", "Groceries"]),
    ...column("Transactions: a month", ["Date", "Description", "Category", "Amount", "Actions"], COLUMNS),
    ...icon("Transactions: a month", ["Edit", "Delete"], { at: WIDE, menu: "More for" }),
    ...text("Transactions: empty", ["No transactions found"]),
    ...button("Transactions: a month", ["Previous", "Next"]),
    ...text("Transactions: a month", ["Showing 1 to 10 of"]),
  ],
  "2 Budget Planning": [
    ...heading("Budget Planning: a month", ["Budget Planning"]),
    ...button("Budget Planning: a month", ["Reset Actuals"], { at: [1280], menu: "More for the month" }),
    ...button("Budget Planning: a month", ["Add Category"]),
    ...heading("Budget Planning: a month", ["Monthly Overview"]),
    ...text("Budget Planning: a month", ["Projected Income", "Actual Income"]),
    ...text("Budget Planning: a month", ["Projected Expenses", "Actual Expenses"]),
    ...heading("Budget Planning: a month", ["Income Categories", "Expense Categories"]),
    ...column("Budget Planning: a month", ["Name"], COLUMNS),
    ...column("Budget Planning: a month", ["Projected", "Actual", "Difference", "Status"]),
    ...text("Budget Planning: a month", ["Groceries"]),
    ...text("Budget Planning: a month", ["Food and household"], {
      at: WIDE,
      except: "below 640 px a row keeps",
    }),
    ...icon("Budget Planning: a month", ["Edit", "Delete"], { at: [1280], menu: "More for" }),
    ...text("Budget Planning: empty", ["No income categories found", "No expense categories found"]),
  ],
  "2 Financial Goals": [
    ...heading("Financial Goals: in progress", ["Financial Goals"]),
    ...tab("Financial Goals: in progress", ["In Progress", "Completed", "Cancelled", "All"]),
    ...text("Financial Goals: in progress", ["Current", "Target", "Deadline", "Remaining", "70%"]),
    ...icon("Financial Goals: in progress", ["Edit", "Delete"]),
    ...button("Financial Goals: in progress", ["View Details"]),
    ...text("Financial Goals: empty", ["No financial goals found."]),
    ...button("Financial Goals: empty", ["Create your first goal"]),
    ...heading("Financial Goals: details", ["Goal Details", "Milestones"]),
    ...text("Financial Goals: details", ["Current", "Target", "Remaining", "Progress"]),
    ...text("Financial Goals: details", ["Start Date", "Target Date", "Reached", "Not Reached"]),
    ...button("Financial Goals: details", ["Add Milestone", "Close"]),
  ],
  "2 Subscription Management": [
    ...heading("Subscription Management: some", ["Subscription Management"]),
    ...text("Subscription Management: some", ["Monthly Cost", "Annual Cost", "Upcoming Payments"]),
    ...heading("Subscription Management: some", ["Upcoming Payments (Next 7 Days)", "All Subscriptions"]),
    ...column("Subscription Management: some", ["Name", "Amount"], COLUMNS),
    ...column("Subscription Management: some", ["Frequency", "Next Payment", "Status", "Category"]),
    ...text("Subscription Management: some", ["/year", "Overdue", "Soon", "Upcoming", "Inactive", "2 days"]),
    ...icon("Subscription Management: some", ["Edit", "Delete"]),
    ...text("Subscription Management: empty", ["No subscriptions found."]),
    ...button("Subscription Management: empty", ["Add your first subscription"]),
  ],
  "2 Settings": [
    ...heading("Settings: as it opens", ["Settings", "Profile Information", "Budget Sharing", "Preferences"]),
    ...text("Settings: as it opens", ["Full name", "Email address", "Phone number", "Password"]),
    ...button("Settings: as it opens", ["Edit", "Change"]),
    ...field("Settings: as it opens", ["Email"]),
    ...radio("Settings: as it opens", ["View only", "Can edit"]),
    ...text("Settings: as it opens", ["Can view but not change", "Can view and change"]),
    ...button("Settings: as it opens", ["Share"]),
    ...button("Settings: sharing with somebody, beside one who is gone", ["Sharing...", "Remove"]),
    ...heading("Settings: as it opens", ["Current shares"]),
    ...text("Settings: loading the shares", ["Loading..."]),
    ...text("Settings: as it opens", ["No budget shares"]),
    ...heading("Settings: Remove Share", ["Remove Share"]),
    ...text("Settings: Remove Share", ["Are you sure you want to remove this user's access to your budget?"]),
    ...text("Settings: sharing with somebody, beside one who is gone", ["Unknown user"]),
    ...text("Settings: an invitation that waits", ["somebody.with.a.long.name@example.com", "View only"]),
    ...text("Settings: an invitation that waits", ["“From the settings page”"]),
    ...toggle("Settings: as it opens", ["Notifications", "Daily Email Summary"]),
    ...field("Settings: the daily summary on", ["Time", "Time zone"]),
    ...button("Settings: the daily summary on", ["Save Email Preferences"]),
    ...field("Settings: as it opens", ["Global Time Zone", "Currency"]),
    ...button("Settings: as it opens", ["Save Time Zone Settings"]),
    ...toggle("Settings: as it opens", ["AI Budget Recommendations"]),
  ],
  "2 Admin Dashboard": [
    ...heading("Admin Dashboard: Statistics", ["Admin Dashboard"]),
    ...tab("Admin Dashboard: Statistics", ["Statistics", "User Management", "Email Templates"]),
    ...text("Admin Dashboard: Statistics", ["Total Users", "Active Users", "New Users (30d)"]),
    ...text("Admin Dashboard: Statistics", ["Total Budgets", "Total Transactions"]),
    ...text("Admin Dashboard: Statistics", ["Avg. Transactions/User", "Notifications Enabled", "Email Rate"]),
    ...column("Admin Dashboard: User Management", ["Name", "Email"], COLUMNS),
    ...column("Admin Dashboard: User Management", ["Admin", "Notifications"]),
    ...text("Admin Dashboard: User Management", ["Admin", "User", "Disabled"]),
    ...button("Admin Dashboard: User Management", ["Make Admin", "Remove Admin"]),
    { kind: "title", words: "Cannot change your own admin status", in: "Admin Dashboard: User Management" },
    ...option("Admin Dashboard: Email Templates", ["All Users"]),
    ...option("Admin Dashboard: Email Templates", ["Welcome", "Monthly summary", "Feature update"]),
    ...field("Admin Dashboard: Email Templates", ["Subject", "HTML Content"]),
    ...button("Admin Dashboard: Email Templates", ["Send Email"]),
    ...text("Admin Dashboard: Email Templates", ["Select a template or write your email to see the preview"]),
  ],
  "2 Reset password page": [
    ...text("Reset password: validating", ["Validating your reset link..."]),
    ...field("Reset password: form", ["New Password", "Confirm New Password"]),
    ...button("Reset password: form", ["Reset Password"]),
    ...button("Reset password: resetting", ["Resetting Password..."]),
    ...text("Reset password: done", ["Your password has been reset successfully!"]),
    ...link("Reset password: done", ["Go to Login"]),
    ...text("Reset password: invalid link", ["This password reset link has expired or is invalid."]),
    ...link("Reset password: invalid link", ["Back to Login"]),
    ...text("Reset password: no token", ["Invalid Reset Link"]),
    ...link("Reset password: no token", ["Back to Login"]),
  ],
  "2 Dialogs": [
    ...heading("Transactions: Add Transaction, nothing filled in", ["Add Transaction"]),
    ...field("Transactions: Add Transaction, nothing filled in", ["Description", "Amount", "Date"]),
    ...field("Transactions: Add Transaction, nothing filled in", ["Category", "Notes"]),
    ...radio("Transactions: Add Transaction, nothing filled in", ["Expense", "Income"]),
    ...heading("Transactions: Edit Transaction", ["Edit Transaction"]),
    ...heading("Budget Planning: Add Category, nothing filled in", ["Add Category"]),
    ...heading("Budget Planning: Edit Category", ["Edit Category"]),
    ...heading("Financial Goals: Create Financial Goal", ["Create Financial Goal"]),
    ...field("Financial Goals: Create Financial Goal", ["Target amount", "Current amount"]),
    ...field("Financial Goals: Create Financial Goal", ["Name", "Start date", "Target date"]),
    ...heading("Financial Goals: Edit Financial Goal", ["Edit Financial Goal"]),
    ...heading("Financial Goals: Add Milestone", ["Add Milestone"]),
    ...field("Financial Goals: Add Milestone", ["Name", "Amount"]),
    ...heading("Subscription Management: Add Subscription, nothing filled in", ["Add Subscription"]),
    ...heading("Subscription Management: Edit Subscription", ["Edit Subscription"]),
    ...heading("Settings: Edit Profile", ["Edit Profile"]),
    ...field("Settings: Edit Profile", ["First name", "Last name", "Email", "Phone number"]),
    ...heading("Settings: Change Password, nothing filled in", ["Change Password"]),
    ...heading("Budget Planning: Reset Actuals", ["Reset Actuals"]),
    ...button("Budget Planning: Reset Actuals", ["Cancel", "Reset"]),
    ...text("Budget Planning: deleting a category", [
      "also deletes its associated budget data and transactions",
    ]),
  ],
  "3 Entities": [
    ...radio("Budget Planning: Add Category, nothing filled in", ["Home", "Car", "Food", "Fitness"]),
    ...radio("Budget Planning: Add Category, nothing filled in", ["Shopping", "Entertainment", "Education"]),
    ...radio("Budget Planning: Add Category, nothing filled in", [
      "Healthcare",
      "Savings",
      "Income",
      "Other",
    ]),
    ...swatch("Budget Planning: Add Category, nothing filled in", [
      "Blue",
      "Green",
      "Red",
      "Yellow",
      "Purple",
    ]),
    ...swatch("Budget Planning: Add Category, nothing filled in", [
      "Pink",
      "Indigo",
      "Teal",
      "Orange",
      "Gray",
    ]),
    ...option("Subscription Management: Add Subscription, nothing filled in", ["Daily", "Weekly", "Monthly"]),
    ...option("Subscription Management: Add Subscription, nothing filled in", ["Quarterly", "Annually"]),
  ],
  "4 States": [
    ...text("Budget Planning: the incomes", ["Below Target", "Above Target"]),
    ...text("Budget Planning: the incomes, unfolded", ["Below Target", "Above Target"]),
    ...text("Budget Planning: a month", ["Over Budget", "Under Budget"]),
    ...text("Financial Goals: in progress", ["In Progress"]),
  ],
  "5 Validation rules": [
    ...text("Auth: login, nothing filled in", ["Email is required", "Password is required"]),
    ...text("Auth: register, nothing filled in", ["First name is required", "Last name is required"]),
    ...text("Auth: register, nothing filled in", ["Email is required", "Phone number is required"]),
    ...text("Auth: register, nothing filled in", ["Password must be at least 6 characters"]),
    ...text("Auth: register, nothing filled in", ["Please confirm your password"]),
    ...text("Auth: forgot password, not an address", ["Please enter a valid email address"]),
    ...text("Transactions: Add Transaction, nothing filled in", ["Description is required"]),
    ...text("Transactions: Add Transaction, nothing filled in", ["Amount is required", "Date is required"]),
    ...text("Transactions: Add Transaction, nothing filled in", ["Category is required"]),
    ...text("Transactions: Add Transaction without categories", ["Amount must be a positive number"]),
    ...option("Transactions: Add Transaction without categories", ["No categories available"]),
    ...text("Budget Planning: Add Category, nothing filled in", ["Name is required"]),
    ...text("Budget Planning: Add Category, nothing filled in", [
      "Budget amount must be a non-negative number",
    ]),
    ...text("Financial Goals: Create Financial Goal, without dates", ["Start date is required"]),
    ...text("Financial Goals: Create Financial Goal, without dates", ["Target date is required"]),
    ...text("Subscription Management: Add Subscription, nothing filled in", ["Name is required"]),
    ...text("Subscription Management: Add Subscription, nothing filled in", ["Category is required"]),
    ...text("Settings: Change Password, nothing filled in", ["Current password is required"]),
    ...text("Settings: Change Password, nothing filled in", ["New password must be at least 6 characters"]),
    ...text("Settings: Change Password, nothing filled in", ["Confirm password is required"]),
  ],
  "9 Business constants and limits": [
    ...option("Settings: as it opens", ["America/New_York", "America/Chicago", "America/Denver"]),
    ...option("Settings: as it opens", ["America/Los_Angeles", "America/Anchorage", "Pacific/Honolulu"]),
    ...option("Settings: as it opens", ["Europe/London", "Europe/Paris", "Asia/Tokyo", "Australia/Sydney"]),
    ...option("Settings: as it opens", ["USD", "EUR", "GBP", "CAD", "AUD", "JPY"]),
  ],
};

/** Toasts and messages that the tests of a screen wait for. */
export const SHOWN_BY_TESTS: Readonly<Record<string, readonly string[]>> = {
  "5 Validation rules": [
    "Passwords do not match",
    "Passwords don't match",
    "Icon is required",
    "Color is required",
    "Target amount must be greater than 0",
    "Current amount cannot be negative",
    "Amount must be greater than 0",
    "Please provide both subject and content.",
    "Missing information",
  ],
  "6 Roles and permissions": ["Access Denied", "You don't have admin privileges."],
  "8 The error catalogue": [
    "Login failed",
    "Registration failed",
    "Logout failed",
    "Failed to create transaction",
    "Failed to update transaction",
    "Failed to create category",
    "Failed to update category",
    "Failed to update profile",
    "Failed to change password",
    "Failed to update preferences",
    "Failed to share budget",
    "An error occurred while processing your request",
    "Failed to delete transaction",
    "Failed to delete category",
    "Failed to reset monthly actuals",
    "Failed to fetch budgets",
    "Failed to create budget",
    "Failed to update budget",
    "Failed to create goal. Please try again.",
    "Failed to fetch shared users",
    "Failed to remove share",
    "Failed to send email",
    "Failed to update admin status",
    "Invalid URL",
    "The password reset link is invalid.",
    "Invalid or expired token",
    "This password reset link has expired or is invalid. Please request a new one.",
    "An error occurred while validating your reset token.",
    "An error occurred while resetting your password.",
    "Login successful",
    "Welcome back, ",
    "Registration successful",
    "Logged out",
    "You have been successfully logged out",
    "Password reset email sent",
    "If your email is registered in our system, you will receive instructions to reset your password shortly.",
    "Transaction created",
    "Transaction updated",
    "Transaction deleted",
    "Category created",
    "Category updated",
    "Category deleted",
    "Goal created",
    "Goal updated",
    "Goal deleted",
    "Subscription created",
    "Subscription updated",
    "Subscription deleted",
    "Milestone created",
    "Reset successful",
    "Profile updated",
    "Password updated",
    "Preferences updated",
    "Your email notification preferences have been saved.",
    "Budget shared successfully",
    "Budget shared with ",
    "Share removed",
    "Budget share has been removed successfully.",
    "Email sent",
    "Email was sent successfully.",
    "Admin status updated",
    "User admin status was updated successfully.",
    "Password reset successful",
    "Your password has been reset successfully. You can now log in with your new password.",
  ],
};
