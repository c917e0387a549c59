/** The logo in a square of 32: one arc that reads as a dolphin's fin and as a D. */
export const LOGO_PATH = 'M5 3c15.2 1 24 8.5 24 17.2 0 5.8-4.8 8.8-11 8.8H5c6.6-6.9 7-16.8 0-26Z'
