/** From a page: the waiting worker takes over. */
export const ACTIVATE = "activate";

/** A file that another app shared, until the import screen has read it. */
export const SHARED_CACHE = "coffer-shared";
export const SHARED_FILE = "/shared-file";
/** What the address of the shared file's name is, as the response's header. */
export const SHARED_NAME = "x-file-name";
