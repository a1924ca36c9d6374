/** From a page: the waiting worker takes over. */
export const ACTIVATE = "activate";

/** A file that another app shared, until the import screen has read it. */
export const SHARED_CACHE = "coffer-shared";
export const SHARED_FILE = "/shared-file";
/** The header of its stored response that holds its name, percent-encoded. */
export const SHARED_NAME = "x-file-name";
/** The header that holds when it was shared, in milliseconds. */
export const SHARED_AT = "x-shared-at";
