/** Known differences at exact places of recorded files. */

/** Places of one body with one reason. */
export interface KnownPlaces {
  readonly reason: string;
  readonly by: 'service' | 'recorder';
  readonly file: string;
  /** The place of the body in the file; absent: the file is the body. */
  readonly place?: string;
  /** Path and rule of each: `account.pl form`. */
  readonly at: readonly string[];
}

/** Every one. */
export const PLACES: readonly KnownPlaces[] = [
  {
    reason: 'account, user or instrument masked or made up by the author',
    by: 'recorder',
    file: 'Sombre-Osmoze+OandaAPI/account.json',
    at: ['account.id form'],
  },
  {
    reason: 'partly zeroed or renumbered by its author',
    by: 'recorder',
    file: 'Sombre-Osmoze+OandaAPI/account.json',
    at: ['account.lastTransactionID last id'],
  },
  {
    reason: 'account, user or instrument masked or made up by the author',
    by: 'recorder',
    file: 'Sombre-Osmoze+OandaAPI/accounts_empty.json',
    at: ['accounts[0].id form'],
  },
  {
    reason: 'the service counts the margin for closeout at another moment than the margin used',
    by: 'service',
    file: 'hootnot+oanda-api-v20/accounts/v3_account_by_accountID.json',
    at: [
      'account.marginCloseoutMarginUsed replay',
      'account.marginCloseoutPositionValue replay',
      'account.marginCloseoutPercent replay',
      'account.marginCallMarginUsed replay',
      'account.marginCallPercent replay',
    ],
  },
  {
    reason: 'account, user or instrument masked or made up by the author',
    by: 'recorder',
    file: 'hootnot+oanda-api-v20/instruments/v3_instruments_instrument_candles.json',
    at: ['instrument form'],
  },
  {
    reason: 'account, user or instrument masked or made up by the author',
    by: 'recorder',
    file: 'hootnot+oanda-api-v20/positions/v3_accounts_accountID_position_close.json',
    at: [
      'longOrderCreateTransaction.accountID form',
      'longOrderCreateTransaction.userID form',
      'longOrderFillTransaction.accountID form',
      'longOrderFillTransaction.userID form',
    ],
  },
  {
    reason: 'in 2016 amounts had 5 decimals',
    by: 'service',
    file: 'hootnot+oanda-api-v20/positions/v3_accounts_accountID_position_close.json',
    at: [
      'longOrderFillTransaction.accountBalance form',
      'longOrderFillTransaction.financing form',
      'longOrderFillTransaction.pl form',
      'longOrderFillTransaction.tradesClosed[0].financing form',
      'longOrderFillTransaction.tradesClosed[0].realizedPL form',
      'longOrderFillTransaction.tradesClosed[1].financing form',
      'longOrderFillTransaction.tradesClosed[1].realizedPL form',
      'longOrderFillTransaction.accountBalance replay',
      'longOrderFillTransaction.pl replay',
      'longOrderFillTransaction.tradesClosed[0].realizedPL replay',
      'longOrderFillTransaction.tradesClosed[1].realizedPL replay',
    ],
  },
  {
    reason: 'the service sends the field since a later year',
    by: 'service',
    file: 'hootnot+oanda-api-v20/pricing/v3_accounts_accountID_pricing.json',
    at: ['time missing'],
  },
  {
    reason: 'the service counts the margin for closeout at another moment than the margin used',
    by: 'service',
    file: 'jamespeterschinner+async_v20/json_data/GETAccountIDSummary_response.json',
    at: [
      'account.marginCloseoutMarginUsed replay',
      'account.marginCloseoutPositionValue replay',
      'account.marginCallMarginUsed replay',
    ],
  },
  {
    reason: 'arguments of a client’s constructor, with its own names',
    by: 'recorder',
    file: 'jamespeterschinner+async_v20/json_data/account_changes_chnages_response.json',
    at: [
      'transactions[0].orderID unknown',
      'transactions[0].financing unknown',
      'transactions[0].accountBalance unknown',
      'transactions[0].price unknown',
      'transactions[0].fullPrice unknown',
      'transactions[0].pl unknown',
      'transactions[0].commission unknown',
      'transactions[0].tradeOpened unknown',
      'transactions[0].timeInForce missing',
      'transactions[0].positionFill missing',
    ],
  },
  {
    reason: 'arguments of a client’s constructor, with its own names',
    by: 'recorder',
    file: 'jamespeterschinner+async_v20/json_data/example_transaction.json',
    at: [
      'type form',
      'trade_id unknown',
      'time_in_force unknown',
      'trigger_condition unknown',
      'user_id unknown',
      'account_id unknown',
      'batch_id unknown',
      'request_id unknown',
      'accountID missing',
      'userID missing',
      'batchID missing',
      'rejectReason missing',
    ],
  },
  {
    reason: 'two fills cost as if the spread were a tenth of a pip smaller; why is not known',
    by: 'service',
    file: 'jamespeterschinner+async_v20/json_data/example_transaction_array.json',
    place: '[1]',
    at: [
      'halfSpreadCost half spread cost',
      'halfSpreadCost replay',
      'tradeOpened.halfSpreadCost replay',
    ],
  },
  {
    reason: 'two fills cost as if the spread were a tenth of a pip smaller; why is not known',
    by: 'service',
    file: 'jamespeterschinner+async_v20/json_data/example_transaction_array.json',
    place: '[3]',
    at: [
      'halfSpreadCost half spread cost',
      'halfSpreadCost replay',
      'tradesClosed[0].halfSpreadCost replay',
    ],
  },
  {
    reason: 'account, user or instrument masked or made up by the author',
    by: 'recorder',
    file: 'kobusjoubert+oanda_api_v20/transactions_stream.ndjson',
    place: '[0]',
    at: ['accountID form', 'requestID batch head'],
  },
  {
    reason: 'the service writes triggerMode before the price',
    by: 'service',
    file: 'kobusjoubert+oanda_api_v20/transactions_stream.ndjson',
    place: '[0]',
    at: ['price order'],
  },
  {
    reason: 'account, user or instrument masked or made up by the author',
    by: 'recorder',
    file: 'kobusjoubert+oanda_api_v20/transactions_stream.ndjson',
    place: '[1]',
    at: ['accountID form', 'requestID batch head'],
  },
  {
    reason: 'the service writes triggerMode before the price',
    by: 'service',
    file: 'kobusjoubert+oanda_api_v20/transactions_stream.ndjson',
    place: '[1]',
    at: ['price order'],
  },
  {
    reason: 'partly zeroed or renumbered by its author',
    by: 'recorder',
    file: 'mab05k+oanda-client/account/account.json',
    at: [
      'account.trades[0].price form',
      'account.trades order',
      'account.unrealizedPL order',
      'account.openTradeCount counts',
      'account.pendingOrderCount counts',
      'account.pl sums of the account',
      'account.positions[0].long.units sums of trades',
      'account.positions[0].long.tradeIDs sums of trades',
      'account.trades[0].currentUnits trade state',
    ],
  },
  {
    reason: 'partly zeroed or renumbered by its author',
    by: 'recorder',
    file: 'mab05k+oanda-client/account/account_summary.json',
    at: ['account.pl form', 'account.resettablePL form', 'account.financing form'],
  },
  {
    reason: 'partly zeroed or renumbered by its author',
    by: 'recorder',
    file: 'mab05k+oanda-client/order/cancel_order.json',
    at: ['lastTransactionID last id'],
  },
  {
    reason: 'partly zeroed or renumbered by its author',
    by: 'recorder',
    file: 'mab05k+oanda-client/order/error/market_halted.json',
    at: ['batchID related ids', 'orderCancelTransaction replay', 'orderFillTransaction replay'],
  },
  {
    reason: 'partly zeroed or renumbered by its author',
    by: 'recorder',
    file: 'mab05k+oanda-client/order/market_order.json',
    at: [
      'batchID related ids',
      'orderFillTransaction.halfSpreadCost half spread cost',
      'orderFillTransaction.id replay',
    ],
  },
  {
    reason: 'partly zeroed or renumbered by its author',
    by: 'recorder',
    file: 'mab05k+oanda-client/trade/trade.json',
    at: ['trade.currentUnits trade state', 'trade.closingTransactionIDs trade state'],
  },
  {
    reason: 'in 2017 a transaction had its reason before its orders on fill and its closed trade',
    by: 'service',
    file: 'msilb+scalandav20/account_changes_transactions_360_377.json',
    at: [
      'transactions[4].closedTradeID order',
      'transactions[5].takeProfitOnFill order',
      'transactions[7].takeProfitOnFill order',
      'transactions[9].takeProfitOnFill order',
      'transactions[16].closedTradeID order',
    ],
  },
  {
    reason:
      'the service refuses an impossible margin rate because of its closeout; this broker says that it is invalid',
    by: 'service',
    file: 'msilb+scalandav20/account_changes_transactions_360_377.json',
    at: ['transactions[13].rejectReason replay', 'transactions[14].rejectReason replay'],
  },
  {
    reason: 'accounts of the Japan division have no margin call',
    by: 'service',
    file: 'unattributed/account_summary_jpy_home_2024.json',
    at: ['account.marginCallMarginUsed missing', 'account.marginCallPercent missing'],
  },
  {
    reason: 'the author left positions and trades out',
    by: 'recorder',
    file: 'unattributed/daily_financing_usd_jpy_jpy_home_2024_abridged.json',
    at: ['transaction.financing financing', 'transaction.positionFinancings.financing financing'],
  },
  {
    reason: 'keys moved by the author',
    by: 'recorder',
    file: 'unattributed/trade_close_market_halted_nzd_usd_2017.json',
    at: [
      'orderCancelTransaction.id order',
      'orderCreateTransaction.id order',
      'orderCreateTransaction.type order',
      'orderCancelTransaction order',
    ],
  },
];
