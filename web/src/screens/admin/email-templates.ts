export const EMAIL_TEMPLATES = [
  {
    id: "welcome",
    name: "Welcome",
    subject: "Welcome to Coffer, {{firstName}}",
    content: `<h1 style="margin:0 0 16px;font-size:24px;line-height:30px">Welcome to Coffer, {{firstName}}</h1>
<p>Coffer shows where your money goes, month by month, in one calm place. Three steps and it works for you:</p>
<ol>
  <li><strong>Add your categories</strong> with what you plan for each: rent, food, salary.</li>
  <li><strong>Record what you spend and earn</strong> as it happens. A few seconds each.</li>
  <li><strong>Look at the dashboard</strong> to see what is left for the month.</li>
</ol>
<p>If you like, turn on the daily summary in Settings: one short email a day, at a time you choose.</p>
<p>Happy budgeting!<br>The Coffer team</p>`,
  },
  {
    id: "monthly_summary",
    name: "Monthly summary",
    subject: "Your {{month}} with Coffer",
    content: `<h1 style="margin:0 0 16px;font-size:24px;line-height:30px">Your {{month}}</h1>
<p>Hello {{firstName}}, this is how your month went.</p>
<table width="100%" cellpadding="6">
  <tr><td>Income</td><td align="right"><strong>{{income}}</strong></td></tr>
  <tr><td>Expenses</td><td align="right"><strong>{{spent}}</strong></td></tr>
  <tr><td>Planned expenses</td><td align="right">{{budgeted}}</td></tr>
  <tr><td>Saved</td><td align="right"><strong>{{saved}}</strong></td></tr>
</table>
<p>You spent <strong>{{percentSpent}}</strong> of your plan and kept <strong>{{percentSaved}}</strong> of your income.</p>
<h2 style="margin:24px 0 4px;font-size:16px">Where most of it went</h2>
<table width="100%" cellpadding="6">
  <tr><td>{{category1}}</td><td align="right">{{category1Amount}}</td><td align="right">{{category1Percent}}</td></tr>
  <tr><td>{{category2}}</td><td align="right">{{category2Amount}}</td><td align="right">{{category2Percent}}</td></tr>
  <tr><td>{{category3}}</td><td align="right">{{category3Amount}}</td><td align="right">{{category3Percent}}</td></tr>
</table>
<p>The Coffer team</p>`,
  },
  {
    id: "feature_update",
    name: "Feature update",
    subject: "New in Coffer",
    content: `<h1 style="margin:0 0 16px;font-size:24px;line-height:30px">New in Coffer</h1>
<p>Hello {{firstName}}, here is what has changed since you last looked.</p>
<ul>
  <li><strong>Name the first change</strong>: what it does for you, in one sentence.</li>
  <li><strong>Name the second change</strong>: where to find it.</li>
</ul>
<p>It is there the next time you sign in. Tell us what you think by answering this email.</p>
<p>The Coffer team</p>`,
  },
] as const;
