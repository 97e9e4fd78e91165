"""The shop's first contents: a small coffee trader, the same on every machine."""

import sqlite3
from datetime import date, timedelta

_SCHEMA = """
CREATE TABLE customers (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, email TEXT NOT NULL UNIQUE, city TEXT NOT NULL, since TEXT NOT NULL);
CREATE TABLE products (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, category TEXT NOT NULL, price REAL NOT NULL, stock INTEGER NOT NULL);
CREATE TABLE orders (
    id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers (id), ordered_on TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('open', 'shipped', 'delivered', 'cancelled')));
CREATE TABLE order_lines (
    order_id INTEGER NOT NULL REFERENCES orders (id), product_id INTEGER NOT NULL REFERENCES products (id),
    quantity INTEGER NOT NULL, unit_price REAL NOT NULL, PRIMARY KEY (order_id, product_id));
CREATE TABLE invoices (
    id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL UNIQUE REFERENCES orders (id), issued_on TEXT NOT NULL,
    amount REAL NOT NULL, paid_on TEXT);
CREATE TABLE newsletter (
    email TEXT PRIMARY KEY, subscribed_on TEXT NOT NULL, language TEXT NOT NULL);
"""

_PEOPLE = (
    ("Amira Haddad", "Lyon"), ("Bruno Keller", "Bern"), ("Chiara Conti", "Turin"), ("Daniel Okafor", "Lagos"),
    ("Elif Yılmaz", "Izmir"), ("Fionn Byrne", "Galway"), ("Greta Lindqvist", "Uppsala"), ("Hiro Tanaka", "Kobe"),
    ("Inés Romero", "Sevilla"), ("Jakub Novák", "Brno"), ("Katja Vogel", "Leipzig"), ("Liam Murphy", "Cork"),
    ("Mei Chen", "Taipei"), ("Nadia Petrova", "Varna"), ("Oskar Wiśniewski", "Gdańsk"), ("Priya Nair", "Kochi"),
    ("Quentin Dubois", "Namur"), ("Rosa Almeida", "Porto"), ("Sven Aasen", "Bergen"), ("Tara Singh", "Leeds"),
    ("Umar Farouk", "Kano"), ("Vera Costa", "Recife"), ("Wanda Zielińska", "Poznań"), ("Yusuf Demir", "Bursa"),
)  # fmt: skip

_PRODUCTS = (
    ("Yirgacheffe 250 g", "coffee", 11.90, 140), ("Huila 250 g", "coffee", 9.80, 210),
    ("Sidamo 1 kg", "coffee", 34.50, 38), ("Decaf Santos 250 g", "coffee", 10.40, 64),
    ("House blend 1 kg", "coffee", 27.00, 120), ("Hand grinder", "equipment", 79.00, 17),
    ("Pour-over stand", "equipment", 46.00, 9), ("Paper filters, 100", "supplies", 4.20, 400),
    ("Moka pot, 3 cups", "equipment", 32.00, 25), ("Milk jug", "equipment", 18.50, 31),
    ("Cleaning tablets", "supplies", 7.90, 88), ("Gift box", "gifts", 24.00, 42),
)  # fmt: skip

_STATUSES = ("delivered", "delivered", "shipped", "open", "delivered", "cancelled")
_FIRST_DAY = date(2026, 7, 1)
_ORDERS = 60
_LETTERS = str.maketrans("éıłńśąźá", "eilnsaza")


def fill(connection: sqlite3.Connection) -> None:
    """Create all tables and their rows inside the caller's transaction."""
    for statement in _SCHEMA.split(";"):
        connection.execute(statement)
    people = [(number, name, _email(name), city, _day(number * 3 - 700)) for number, (name, city) in _numbered(_PEOPLE)]
    connection.executemany("INSERT INTO customers VALUES (?, ?, ?, ?, ?)", people)
    connection.executemany(
        "INSERT INTO products VALUES (?, ?, ?, ?, ?)", [(number, *product) for number, product in _numbered(_PRODUCTS)]
    )
    connection.executemany(
        "INSERT INTO newsletter VALUES (?, ?, ?)",
        [(email, since, ("en", "fr", "de")[number % 3]) for number, _, email, _, since in people if number % 4],
    )
    for order in range(1, _ORDERS + 1):
        _add_order(connection, order)


def _add_order(connection: sqlite3.Connection, order: int) -> None:
    status = _STATUSES[order * 7 % len(_STATUSES)]
    customer = order * 5 % len(_PEOPLE) + 1
    connection.execute("INSERT INTO orders VALUES (?, ?, ?, ?)", (order, customer, _day(order), status))
    total = 0.0
    for place in range(order % 3 + 1):
        product = (order * 3 + place * 5) % len(_PRODUCTS)
        price, quantity = _PRODUCTS[product][2], (order + place) % 4 + 1
        total += price * quantity
        connection.execute("INSERT INTO order_lines VALUES (?, ?, ?, ?)", (order, product + 1, quantity, price))
    if status != "cancelled":
        paid_on = _day(order + 14) if status == "delivered" else None
        connection.execute(
            "INSERT INTO invoices VALUES (?, ?, ?, ?, ?)",
            (order + 5000, order, _day(order + 1), round(total, 2), paid_on),
        )


def _numbered[T](things: tuple[T, ...]) -> enumerate[T]:
    return enumerate(things, start=1)


def _day(offset: int) -> str:
    return (_FIRST_DAY + timedelta(days=offset)).isoformat()


def _email(name: str) -> str:
    return f"{name.lower().translate(_LETTERS).replace(' ', '.')}@example.com"
