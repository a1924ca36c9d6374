/** In characters. */
export const STRONG_PASSWORD = 12;

/** Those of the ten thousand most common passwords that are long enough (from web/common-passwords.ts). */
const COMMON = new Set(
  `123qweasdzxc 1qaz2wsx3edc q1w2e3r4t5y6 1q2w3e4r5t6y mailcreated5240 qazwsxedcrfv 123456qwerty qwerty123456
polniypizdec0211 sojdlg123aljg leavemealone motherfucker 123456654321 gfhjkmgfhjkm qazwsxedc123 ghjcnjgfhjkm
zxcasdqwe123 sonyericsson ghhh47hj7649 123456789qwe 1qazxsw23edc masterbating qwerasdfzxcv qweasdzxc123 flvbybcnhfnjh
123456789987654321 112233445566 ghbdtnrfrltkf websolutions finalfantasy 1qaz2wsx3edc4rfv chickenwing101
unbelievable`.split(/\s/),
);

/** Administrators need a password that is long and not a common one. */
export const isStrongPassword = (password: string): boolean =>
  password.length >= STRONG_PASSWORD && !COMMON.has(password.toLowerCase());
