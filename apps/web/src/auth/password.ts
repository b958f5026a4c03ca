/** As in the contract, whose values (zod with them) stay out of the browser. */
export const PASSWORD_MINIMUM = 6;
