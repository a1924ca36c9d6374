/** A page's message to the waiting worker: take over. */
export const ACTIVATE = "activate";

/** The cache with a file that another app shared, until the import screen reads it. */
export const SHARED_CACHE = "coffer-shared";
export const SHARED_FILE = "/shared-file";
/** The header of the stored response with the file's name, percent-encoded. */
export const SHARED_NAME = "x-file-name";
/** The header with the instant of sharing, in milliseconds. */
export const SHARED_AT = "x-shared-at";
