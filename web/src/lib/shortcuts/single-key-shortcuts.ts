/** The device switch of single-key shortcuts such as `/` and `?`. */
export const SINGLE_KEY_SHORTCUTS = 'single-keys'
