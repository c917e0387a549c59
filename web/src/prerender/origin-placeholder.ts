/** Stands for where the product is found, which is known when the API runs: it puts its APP_ORIGIN here. */
export const ORIGIN_PLACEHOLDER = '%APP_ORIGIN%'
