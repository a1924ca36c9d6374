export const AFFORD_HINT = "An amount, what it is for and when: 900 sofa January";
export const AFFORD_PAST = "That day is over: ask about today or a later day.";
