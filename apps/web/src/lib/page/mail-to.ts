/** `?` and `&` are valid in an email address; unencoded, they would add recipients or a body to the mail. */
export const mailTo = (email: string): string => `mailto:${encodeURIComponent(email).replace('%40', '@')}`;
