/** ID of the layout element that holds the farmer's bar, outside the page so that it persists between pages. */
export const FARMER_BAR_ID = 'farmer-bar-place';
