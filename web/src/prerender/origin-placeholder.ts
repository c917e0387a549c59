/** Placeholder for the origin of the product: the API replaces it by its APP_ORIGIN at run time. */
export const ORIGIN_PLACEHOLDER = '%APP_ORIGIN%'
