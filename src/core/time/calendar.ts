export interface TradingHours { readonly placeholder?: never }
