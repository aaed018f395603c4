// MIME types of dragged rows and files.
export const issueMime = 'application/vnd.sourcehost.issues';
export const uriMime = 'text/uri-list';
export const fileMime = 'files';
