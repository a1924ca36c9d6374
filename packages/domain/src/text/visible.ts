/** Spaces, control characters and letters that are drawn as nothing. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Z}\p{C}\u2800]/gu;

export const isVisible = (text: string): boolean => text.replace(INVISIBLE, "") !== "";
